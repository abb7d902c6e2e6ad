/**
 * @file What a newcomer is asked to rate: items that many know and on which people differ. The score is log popularity times the entropy of
 * the ratings (Rashid et al. 2002, "Getting to know you: learning new user preferences in recommender systems", section 3.4).
 */
import { log2 } from '../../core/numbers/elementary-functions.ts';
import type { Dataset, Item, ItemId } from '../../core/dataset.ts';
import { seriesOf } from '../database/facts.ts';

interface Known {
  readonly item: Item;
  readonly people: number;
  /** Log popularity times entropy, in bits; log popularity alone in a dataset without ratings. */
  readonly score: number;
}

export interface ItemsToRate {
  /** A spread to begin with: by score, one of a series, and no genre more often than others as long as there are others. */
  readonly first: readonly Known[];
  /** Items whose title has the text; titles that begin with it first, then by how many people had them. */
  find(text: string, limit: number): readonly Known[];
  byId(id: ItemId): Known | null;
}

const SPREAD = 120;

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

const firstGenre = ({ attributes: { genres } }: Item): string => (Array.isArray(genres) ? String(genres[0] ?? '') : '');

export function itemsToRate({ items, interactions: { item, rating } }: Dataset): ItemsToRate {
  const counts = new Map<ItemId, { people: number; readonly ratings: Map<number, number> }>();
  item.forEach((id, at) => {
    const known = counts.get(id) ?? { people: 0, ratings: new Map<number, number>() };
    known.people += 1;
    const given = rating[at] as number;
    known.ratings.set(given, (known.ratings.get(given) ?? 0) + 1);
    counts.set(id, known);
  });
  const isRated = rating.some((one) => !Number.isNaN(one));
  const known = items.map((entry): Known => {
    const { people = 0, ratings = new Map<number, number>() } = counts.get(entry.id) ?? {};
    const popularity = log2(1 + people);
    return { item: entry, people, score: isRated ? popularity * entropy(ratings, people) : popularity };
  });
  const byId = new Map(known.map((one) => [one.item.id, one]));
  const titles = known.map((one) => [plain(one.item.title), one] as const);
  return {
    first: spread(known, seriesOf(items)),
    find(text, limit) {
      const wanted = plain(text);
      const rank = (title: string): number => (title.startsWith(wanted) ? 0 : 1);
      return titles
        .filter(([title]) => title.includes(wanted))
        .sort(([a, one], [b, other]) => rank(a) - rank(b) || other.people - one.people || one.item.id - other.item.id)
        .slice(0, limit)
        .map(([, one]) => one);
    },
    byId: (id) => byId.get(id) ?? null,
  };
}

function entropy(ratings: ReadonlyMap<number, number>, people: number): number {
  let bits = 0;
  for (const count of ratings.values()) bits -= (count / people) * log2(count / people);
  return bits;
}

function spread(known: readonly Known[], series: ReadonlyMap<ItemId, string>): readonly Known[] {
  const ranked = known.filter(({ people }) => people > 0).sort((a, b) => b.score - a.score || a.item.id - b.item.id);
  const left = new Map<string, Known[]>();
  const told = new Set<string>();
  for (const one of ranked.slice(0, 4 * SPREAD)) {
    const name = series.get(one.item.id);
    if (name !== undefined && told.has(name)) continue;
    if (name !== undefined) told.add(name);
    const genre = firstGenre(one.item);
    left.set(genre, [...(left.get(genre) ?? []), one]);
  }
  const chosen: Known[] = [];
  // A round over the genres, the one with the best item first: no ten in a row are alike.
  while (chosen.length < SPREAD && left.size > 0) {
    for (const [genre, ofGenre] of left) {
      const next = ofGenre.shift();
      if (next === undefined) left.delete(genre);
      else chosen.push(next);
    }
  }
  return chosen.slice(0, SPREAD);
}
