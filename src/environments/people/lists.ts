/** @file Names, jobs, hobbies and tastes that people are made of. Written for the lab; the probabilities of tastes are SUBER's. */
import type { RatedItem } from '../../core/rater.ts';
import { genreName } from '../../core/simulation.ts';
import data from './lists.json';

export interface CatalogueGenre {
  readonly name: string;
  /** How often it is drawn, beside the others; of films all are drawn alike. */
  readonly weight: number;
}

/** A genre of fewer items than one in as many is nobody's taste: nothing could be recommended for it. */
const RARE = 50;

/**
 * The genres of a catalogue in the order of the alphabet, each weighed by the square root of how many items have it, so that the
 * commonest is not everybody's only taste. Empty if no item has a genre.
 */
export function catalogueGenres(items: readonly Pick<RatedItem, 'genres'>[]): readonly CatalogueGenre[] {
  const counts = new Map<string, number>();
  for (const { genres } of items)
    for (const genre of new Set(genres.map(genreName))) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count * RARE >= items.length);
  return common.map(([name, count]) => ({ name, weight: Math.sqrt(count) })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const words = (text: string): readonly string[] => text.split(', ');

export const NAMES: Readonly<Record<'F' | 'M', readonly string[]>> = { F: words(data.names.F), M: words(data.names.M) };
export const JOBS = words(data.jobs);
export const HOBBIES = words(data.hobbies);
export const CHILDRENS_HOBBIES = words(data.childrensHobbies);

type ByGenre = Readonly<Record<string, number>>;

/** The probability that a genre of films is liked; it is disliked otherwise. Morning Consult 2018, as SUBER uses it: what people like when no catalogue is known. */
export const FILM_TASTES: ByGenre = data.filmTastes;
/** The same for genres that catalogues have and that survey does not ask about. Set by hand. */
export const OTHER_FILM_TASTES: ByGenre = data.otherFilmTastes;
/** How often each category of books is somebody's, in parts: the square root of how many books are in it, so that fiction is not everybody's only taste. */
export const BOOK_CATEGORIES: ByGenre = data.bookCategories;
