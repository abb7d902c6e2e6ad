/** @file The genres that people of an environment may like: those of its own items. */
import type { RatedItem } from '../../core/rater.ts';
import { genreName } from '../../core/simulation.ts';

/** A genre or category that somebody may like. */
export interface CatalogueGenre {
  /** In lower case. */
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
