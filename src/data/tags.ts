/** @file Tags of items. A tag that somebody gave a held-out item says that they know it, so a split takes it away as well. */
import type { Dataset, ItemId, TagRows } from '../core/dataset.ts';

/** The tags of each item, the most frequent first. Tags that differ only in capitals are one, written as the first is. @param isKnown of a row */
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
  const byFrequency = (ofItem: ReadonlyMap<string, number>): readonly string[] =>
    [...ofItem].sort(([, a], [, b]) => b - a).map(([key]) => spellings.get(key) ?? key);
  return new Map([...counts].map(([id, ofItem]) => [id, byFrequency(ofItem)]));
}

/** The dataset without the tags that people gave items held out for them. @param heldOut positions of interactions */
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

/** The dataset with these interactions alone. People, items and the fingerprint stay: it is for work within one dataset. */
export function withPositions(dataset: Dataset, positions: Int32Array): Dataset {
  const { user, item, rating, time, review, summary, votes } = dataset.interactions;
  const at = <Value>(column: ArrayLike<Value>): Value[] =>
    Array.from(positions, (position) => column[position] as Value);
  return {
    ...dataset,
    manifest: { ...dataset.manifest, counts: { ...dataset.manifest.counts, interactions: positions.length } },
    interactions: {
      user: Int32Array.from(at(user)),
      item: Int32Array.from(at(item)),
      rating: Float64Array.from(at(rating)),
      time: Float64Array.from(at(time)),
      ...(review !== undefined && { review: at(review) }),
      ...(summary !== undefined && { summary: at(summary) }),
      ...(votes !== undefined && { votes: Int32Array.from(at(votes)) }),
    },
  };
}

export function trainingPart(dataset: Dataset, heldOut: Int32Array): Dataset {
  const hidden = new Set(heldOut);
  const { user } = dataset.interactions;
  return withPositions(
    withoutHeldTags(dataset, heldOut),
    Int32Array.from(user.keys()).filter((position) => !hidden.has(position)),
  );
}
