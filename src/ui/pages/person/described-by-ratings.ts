/** @file Somebody as simulated people are described, out of what they rated: the genres that they like and dislike. */
import type { RatingScale } from '../../../core/dataset.ts';
import { genreName, type DescribedPerson } from '../../../core/simulation.ts';
import type { RatedItem } from './own-person.svelte.ts';

/** SUBER's people like and dislike no more. */
const MOST = 4;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

/**
 * The person: a genre whose mean is in the upper third of the scale is liked, one in the lower third disliked, the most rated first. Where
 * there are no ratings, all that is known is liked.
 */
export function describedByRatings(
  name: string,
  ratings: readonly Pick<RatedItem, 'genres' | 'rating'>[],
  scale: RatingScale | null,
  kind: 'film' | 'book' = 'film',
): DescribedPerson {
  const { min, max } = scale ?? { min: 0, max: 1 };
  const given = new Map<string, number[]>();
  for (const { genres, rating } of ratings)
    for (const genre of genres.map(genreName)) given.set(genre, [...(given.get(genre) ?? []), rating ?? max]);
  const ranked = [...given].sort(([a, of], [b, others]) => others.length - of.length || (a < b ? -1 : 1));
  const among = (isIn: (mean: number) => boolean): readonly string[] =>
    ranked
      .filter(([, of]) => isIn(of.reduce((sum, one) => sum + one, 0) / of.length))
      .slice(0, MOST)
      .map(([genre]) => genre);
  const third = (max - min) / 3;
  const liked = among((mean) => mean >= max - third);
  const disliked = among((mean) => mean <= min + third);
  const works = kind === 'book' ? 'books' : 'movies';
  const sentences = [
    ...(liked.length > 0 ? [`Loves ${listed(liked)} ${works}.`] : []),
    ...(disliked.length > 0 ? [`Dislikes ${listed(disliked)} ${works}.`] : []),
  ];
  return { name, description: sentences.join(' '), liked, disliked };
}
