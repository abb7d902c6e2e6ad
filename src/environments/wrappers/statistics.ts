/** @file Counts what happens in episodes. */
import type { Environment, EpisodeStatistics, Reset, ResetOptions, Step } from '../../core/environment.ts';
import { LabError } from '../../core/errors.ts';

/** The environment with episodes of at most `limit` steps; one that is cut off is truncated, not terminated. */
export function timeLimit(environment: Environment, limit: number): Environment {
  if (!Number.isInteger(limit) || limit < 1)
    throw new LabError('spec-invalid', `A time limit must be a whole number from 1, not ${limit}.`);
  let steps = 0;
  let isOver = true;
  return {
    userCount: environment.userCount,
    itemCount: environment.itemCount,
    ratingRange: environment.ratingRange,
    async reset(options?: ResetOptions): Promise<Reset> {
      const begun = await environment.reset(options);
      steps = 0;
      isOver = false;
      return begun;
    },
    async step(action): Promise<Step> {
      if (isOver)
        throw new LabError('spec-invalid', 'The episode is over or has not begun; reset the environment first.');
      const step = await environment.step(action);
      steps += 1;
      const truncated = step.truncated || (steps >= limit && !step.terminated);
      isOver = truncated || step.terminated;
      return { ...step, truncated };
    },
  };
}

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
