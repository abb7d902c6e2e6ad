/**
 * @file What a policy's best recommendations are worth on average: the expected ratings of each person's list, before any history and
 * without noise, so that curves, policies that do not learn and the bound are measured alike. `oracle` has the highest there can be.
 */
import type { Policy } from '../../core/policy.ts';
import type { EvaluatedPerson } from '../../core/simulation.ts';
import { LISTED_STEPS } from './evaluate-policy.ts';
import type { TrainingGround } from './training-ground.ts';

/** It is measured after every round, hence on some people alone where there are many: the first of them, whoever is measured. */
const PEOPLE = 50;

/** Absent where nothing is expected of anybody: a language model that is learnt from without a surrogate. */
export interface ExpectedReward {
  readonly expectedReward?: number;
}

/** Of what a policy recommends as it is now. It learns nothing from that. */
export function expectedReward(
  policy: Pick<Policy, 'choose'>,
  { catalogue, expected, scale }: TrainingGround,
): ExpectedReward {
  return mean(
    Array.from({ length: Math.min(PEOPLE, catalogue.people.length) }, (_, user) => {
      const seen = new Map<number, number>();
      return Array.from({ length: LISTED_STEPS }, () => {
        const item = policy.choose({ user, items: [...seen.keys()], ratings: [...seen.values()] });
        const value = expected(user, item);
        seen.set(item, Math.min(scale.max, Math.max(scale.min, Math.round(value))));
        return value;
      });
    }).flat(),
  );
}

/** Of what was recommended to people. */
export function expectedRewardOf(people: readonly EvaluatedPerson[], { expected }: TrainingGround): ExpectedReward {
  return mean(people.flatMap(({ user, items }) => (user < PEOPLE ? items.map((item) => expected(user, item)) : [])));
}

function mean(values: readonly number[]): ExpectedReward {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return {};
  return { expectedReward: known.reduce((sum, value) => sum + value, 0) / known.length };
}
