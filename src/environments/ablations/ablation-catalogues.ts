/** @file What the ablations ask about: the lab's own films and books, or the items of any dataset. */
import type { RatedItem } from '../../core/rater.ts';
import { plainName } from '../../core/text/visible-text.ts';
import type { AblationCatalogue } from './ablation-test.ts';
import { BOOK_GENRES, BOOK_SHELF } from '../book-shelf.ts';

/** Genres of the films that come with the lab; the paper has animation in place of westerns, which the source does not tell apart. */
export const FILM_GENRES = [
  'action',
  'comedy',
  'documentary',
  'family',
  'fantasy',
  'horror',
  'romance',
  'western',
] as const;
const MOST_COLLECTIONS = 22;

/** The lab's own books. */
export const bookAblations: AblationCatalogue = { kind: 'book', genres: BOOK_GENRES, ...BOOK_SHELF };

/**
 * Films as a catalogue for the ablations. A collection is three films or more whose titles begin alike, the largest first.
 * @param genres those that people are made for; only those with films count
 */
export function filmAblations(items: readonly RatedItem[], genres: readonly string[] = FILM_GENRES): AblationCatalogue {
  const byStem = new Map<string, RatedItem[]>();
  for (const item of items) {
    const stem = stemOf(item.title);
    if (stem === '') continue;
    const parts = byStem.get(stem) ?? [];
    parts.push(item);
    byStem.set(stem, parts);
  }
  const collections = [...byStem.values()]
    .filter((parts) => parts.length >= 3)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_COLLECTIONS)
    .map((parts) => [...parts].sort((a, b) => (a.year ?? 0) - (b.year ?? 0)));
  const present = genres.filter((genre) =>
    items.some((item) => item.genres.some((one) => one.toLowerCase() === genre)),
  );
  return { kind: 'film', items, genres: present, collections };
}

/** What titles of one series begin with: two words, or all before a number, a colon or a dash. */
function stemOf(title: string): string {
  const plain = plainName(title)
    .toLowerCase()
    .replace(/^(?:the|a|an) /, '');
  const cut = /^(.{4,}?)(?: (?:\d{1,2}|ii|iii|iv|v|vi|part \w+)\b|:| - | and the )/.exec(plain)?.[1];
  if (cut !== undefined) return cut;
  return /^\S{4,}(?: \S+)?$/.test(plain) ? plain : '';
}
