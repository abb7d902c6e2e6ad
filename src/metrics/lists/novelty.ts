/**
 * @file Novelty: the mean self-information of what is recommended, −log₂(people who know the item / people), in bits
 * (Zhou et al. 2010; Castells, Vargas and Wang 2011, section 3). Popular items are worth little.
 */
import { log2 } from '../../core/numbers/elementary-functions.ts';
import { mean } from '../mean.ts';

/**
 * The mean novelty of the lists, each the mean over its first k: from 0, where everybody knows everything that is
 * recommended, to log₂(people).
 * Edge cases: an item that nobody knows is as novel as one that a single person knows; empty lists are left out; NaN where
 * all are empty or there are no people.
 * @param knownBy people who had the item in training
 * @param people all people in training
 */
export function novelty<Id>(
  lists: readonly (readonly Id[])[],
  knownBy: ReadonlyMap<Id, number>,
  people: number,
  k: number,
): number {
  const bits = (item: Id): number => log2(people / Math.max(1, knownBy.get(item) ?? 0));
  const cut = lists.map((list) => list.slice(0, k)).filter((list) => list.length > 0);
  return people === 0 ? NaN : mean(cut.map((list) => mean(list.map(bits))));
}
