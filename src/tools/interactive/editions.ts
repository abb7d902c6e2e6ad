/** @file Editions: items that are called alike and share a maker. */
import type { Item, ItemId } from '../../core/dataset.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { undated } from '../../core/title-with-year.ts';
import { titleKey } from './title-key.ts';

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

/** A title of so many words, besides little ones, names one work wherever it stands. */
const NAMING = 3;
const LITTLE = new Set('the a an of to and in on at for or by from with'.split(' '));

/** An item and its title without its year, as `titleKey` writes it. */
export interface Titled {
  readonly item: Item;
  readonly key: string;
}

const TITLED = new WeakMap<readonly Item[], readonly Titled[]>();

/** The titles of a catalogue's items, written once for all turns: for ten thousand items it takes longer than a turn. */
export function titledIn(items: readonly Item[]): readonly Titled[] {
  const known = TITLED.get(items) ?? items.map((item) => ({ item, key: titleKey(undated(item.title)) }));
  TITLED.set(items, known);
  return known;
}

/** Whether two items of a common maker are one work: called alike, or written, and one title holds the other: "The Ultimate Hitchhiker's Guide to the Galaxy". */
export function isEdition(one: Titled, other: Titled): boolean {
  const [short, long] = one.key.length <= other.key.length ? [one.key, other.key] : [other.key, one.key];
  const isName = short.split(' ').filter((word) => !LITTLE.has(word)).length >= NAMING;
  const isWritten = one.item.attributes['authors'] !== undefined;
  const isHeld = isWritten && isName && ` ${long} `.includes(` ${short} `);
  return (short === long || isHeld) && isOneWork(one.item, [other.item]);
}

/** The other editions of some items, by one of their makers. */
export function editionsOf(ids: readonly ItemId[], items: readonly Item[]): ReadonlySet<ItemId> {
  if (ids.length === 0) return new Set();
  const titled = titledIn(items);
  const own = titled.filter(({ item }) => ids.includes(item.id));
  return new Set(titled.filter((one) => own.some((seed) => isEdition(seed, one))).map(({ item }) => item.id));
}
