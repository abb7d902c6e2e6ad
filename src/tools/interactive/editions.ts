/** @file Editions: items that are called alike and share a maker. */
import type { Item } from '../../core/dataset.ts';
import { largest } from '../../core/numbers/extremes.ts';

/** Who made an item, as far as the catalogue says. */
export const makersOf = ({ attributes }: Item): readonly string[] =>
  [attributes['authors'] ?? attributes['director'] ?? attributes['brand'] ?? []].flat().map(String);

/** Whether all of these are of a maker of the item. */
export function isOneWork(item: Item, others: readonly Item[]): boolean {
  const makers = makersOf(item);
  return makers.length > 0 && others.every((other) => makersOf(other).some((maker) => makers.includes(maker)));
}

/** The place of the first of namesakes of which one maker has more than half; −1 where none has. */
export function ofOneMaker(named: readonly Item[]): number {
  const makers = named.map(makersOf);
  return makers.findIndex((own) => {
    const most = largest(own.map((maker) => makers.filter((other) => other.includes(maker)).length));
    return 2 * most > named.length;
  });
}
