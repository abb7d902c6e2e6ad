/**
 * @file Tags of items from who gave which. What somebody called an item that is held out for them says that they know it, so a split
 * takes their tags of it away as well.
 */
import type { Dataset, ItemId, TagRows } from '../core/dataset.ts';

/**
 * The tags of each item, the most frequent first, of equals the first in the source. Tags that differ only in capitals are one,
 * written everywhere as it stands first in the source.
 * @param isKnown whether a row counts; all where not given
 */
export function tagLists(
  { item, tag }: TagRows,
  isKnown: (row: number) => boolean = () => true,
): ReadonlyMap<ItemId, readonly string[]> {
  const spellings = new Map<string, string>();
  const counts = new Map<ItemId, Map<string, number>>();
  tag.forEach((text, row) => {
    if (!isKnown(row)) return;
    const key = text.toLowerCase();
    if (!spellings.has(key)) spellings.set(key, text);
    const id = item[row] ?? 0;
    const ofItem = counts.get(id) ?? new Map<string, number>();
    counts.set(id, ofItem.set(key, (ofItem.get(key) ?? 0) + 1));
  });
  return new Map([...counts].map(([id, ofItem]) => [id, byFrequency(ofItem).map((key) => spellings.get(key) ?? key)]));
}

const byFrequency = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);

/**
 * The dataset without the tags that people gave items which are held out for them. Where nothing is known of who gave which, or nobody
 * tagged what is held out, it is the dataset itself.
 * @param heldOut positions of interactions
 */
export function withoutHeldTags(dataset: Dataset, heldOut: Iterable<number>): Dataset {
  const { tagged, interactions } = dataset;
  if (tagged === undefined) return dataset;
  const held = new Set(Array.from(heldOut, (at) => `${interactions.user[at]} ${interactions.item[at]}`));
  const isKnown = (row: number): boolean => !held.has(`${tagged.user[row]} ${tagged.item[row]}`);
  const touched = new Set(tagged.item.filter((_, row) => !isKnown(row)));
  if (touched.size === 0) return dataset;
  const lists = tagLists(tagged, isKnown);
  const items = dataset.items.map((entry) => {
    if (!touched.has(entry.id)) return entry;
    const { tags, ...attributes } = entry.attributes;
    const left = lists.get(entry.id);
    return {
      ...entry,
      attributes: left === undefined || tags === undefined ? attributes : { ...attributes, tags: left },
    };
  });
  const rows = [...tagged.tag.keys()].filter(isKnown);
  const kept = <Value>(column: readonly Value[]): Value[] => rows.map((row) => column[row] as Value);
  return {
    ...dataset,
    items,
    tagged: { user: kept(tagged.user), item: kept(tagged.item), tag: kept(tagged.tag) },
  };
}
