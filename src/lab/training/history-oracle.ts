/** @file The bound: the item of the highest expected rating given the episode's history. Greedy where ratings have effects. */
import type { Observation, Chooser } from '../../core/environment.ts';
import { LabError } from '../../core/errors.ts';
import { createRandom } from '../../core/random.ts';
import type { EvaluatedPerson, PolicyScores } from '../../core/simulation.ts';
import { recommendToAll, scorePeople } from './evaluate-policy.ts';
import type { PastRating } from '../../core/rater.ts';
import type { TrainingGround } from './training-ground.ts';

export const HISTORY_ORACLE = 'history-oracle';

export const HISTORY_ORACLE_ENTRY = {
  title: 'Oracle with history',
  about: 'asks the rater anew before each recommendation: the bound of the table',
} as const;

/** @throws LabError `aborted`, `model-failed` where nothing can be rated, or what the rater throws */
export async function judgeHistoryOracle(
  ground: TrainingGround,
  seed: number,
  signal: AbortSignal,
): Promise<{ readonly people: readonly EvaluatedPerson[]; readonly scores: PolicyScores }> {
  const oracle = createHistoryOracle(ground, signal);
  const people = await recommendToAll(oracle, ground.createEvaluation(signal), seed, signal);
  return { people, scores: scorePeople(people, ground.catalogue, ground.scale.max) };
}

/** The bound of a ground. @throws LabError while it chooses, `model-failed` where nothing can be rated */
export function createHistoryOracle(
  { catalogue: { people, items }, scale, teacher, retrieval, told }: TrainingGround,
  signal: AbortSignal,
): Chooser {
  // Expectations draw nothing.
  const random = createRandom(HISTORY_ORACLE);
  return {
    id: HISTORY_ORACLE,
    title: 'Oracle (knows the expected ratings, given the history)',
    async choose({ user, items: seen, ratings }: Observation) {
      const person = people[user]!;
      const meetings = seen.map((item, at) => ({ item, rating: ratings[at]!, time: at + 1 }));
      const isSeen = new Set(seen.length < items.length ? seen : []);
      let best = { place: -1, expected: -Infinity };
      for (const [place, item] of items.entries()) {
        if (isSeen.has(place)) continue;
        const history = retrieval
          .choose(place, meetings, told)
          .map((meeting): PastRating => ({ ...meeting, item: items[meeting.item]! }));
        const reply = await teacher.rate({ person, item, history, timesBefore: 0, scale }, { random, signal });
        if (reply.rating !== null && reply.expected > best.expected) best = { place, expected: reply.expected };
      }
      if (best.place >= 0) return best.place;
      throw new LabError('model-failed', `${teacher.title} rates no item for ${person.name}, so there is no best one.`);
    },
  };
}
