/** @file Policies that others are measured by: chance, what everybody likes, and who knows all expected ratings. */
import type { Observation, Policy, PolicyShape, PolicyState, Transition } from '../core/environment.ts';
import type { Random } from '../core/random.ts';
import { bestPlace, SavedPolicy, unseenAtRandom } from '../numeric/networks/policy-state.ts';

/** Without anything to learn. */
const fixed = (id: string, title: string, choose: Policy['choose'], begin: Policy['begin']): Policy => ({
  ...{ id, title, begin, choose, act: choose },
  learn: () => undefined,
  save: () => ({}),
  load: () => undefined,
});

export function createRandomPolicy({ items }: PolicyShape, random: Random): Policy {
  let source = random;
  const choose = ({ items: seen }: Observation): number => unseenAtRandom(items, seen, source);
  return fixed('random', 'Random', choose, (next) => void (source = next));
}

/** The share of steps at which popularity tries any item. */
const EXPLORATION = 0.2;
/** Ratings of the middle of the scale that every item begins with. */
const PRIOR = 2;

/** The items with the highest mean reward over all people. */
export class Popularity extends SavedPolicy {
  readonly id = 'popularity';
  readonly title = 'Popularity (highest mean)';
  private readonly sums: Float32Array;
  private readonly counts: Float32Array;

  constructor({ items }: PolicyShape, middle: number, random: Random) {
    super(random);
    this.sums = new Float32Array(items).fill(PRIOR * middle);
    this.counts = new Float32Array(items).fill(PRIOR);
  }

  act(observation: Observation): number {
    return this.random.uniform() < EXPLORATION
      ? unseenAtRandom(this.sums.length, observation.items, this.random)
      : this.choose(observation);
  }

  choose({ items }: Observation): number {
    return bestPlace(
      this.sums.map((sum, item) => sum / this.counts[item]!),
      items,
    );
  }

  learn({ action, reward }: Transition): void {
    this.sums[action] = this.sums[action]! + reward;
    this.counts[action] = this.counts[action]! + 1;
  }

  protected arrays(): PolicyState {
    return { sums: this.sums, counts: this.counts };
  }
}

/** An upper bound: always the unseen item whose expected rating is highest. @param expected of a person and an item */
export function createOracle({ items }: PolicyShape, expected: (user: number, item: number) => number): Policy {
  const rows = new Map<number, Float64Array>();
  const choose = ({ user, items: seen }: Observation): number => {
    const row = rows.get(user) ?? Float64Array.from({ length: items }, (_, item) => expected(user, item));
    rows.set(user, row);
    return bestPlace(row, seen);
  };
  return fixed('oracle', 'Oracle (knows the expected ratings)', choose, () => undefined);
}
