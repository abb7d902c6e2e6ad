/** @file Counts what happens in episodes. */
import type { Environment, EpisodeStatistics, Reset, ResetOptions, Step } from '../../core/environment.ts';

/** Hands every finished episode on, and adds it to its last step's info as `episode`. */
export function recordStatistics(
  environment: Environment,
  onEpisode: (episode: EpisodeStatistics) => void,
): Environment {
  let user = -1;
  let length = 0;
  let reward = 0;
  return {
    userCount: environment.userCount,
    itemCount: environment.itemCount,
    ratingRange: environment.ratingRange,
    async reset(options?: ResetOptions): Promise<Reset> {
      const begun = await environment.reset(options);
      user = begun.observation.user;
      length = 0;
      reward = 0;
      return begun;
    },
    async step(action): Promise<Step> {
      const step = await environment.step(action);
      length += 1;
      reward += step.reward;
      if (!step.terminated && !step.truncated) return step;
      const episode = { user, length, reward };
      onEpisode(episode);
      return { ...step, info: { ...step.info, episode } };
    },
  };
}
