/** @file A population: which genres people like, and which are recommended to them. */
import { genreName, type EnvironmentDescription, type EvaluatedPerson } from '../../../core/simulation.ts';

/** A genre in the population; all are shares from 0 to 1. */
export interface GenreShare {
  readonly genre: string;
  /** Of the people, those who like it, and those who dislike it. */
  readonly liked: number;
  readonly disliked: number;
  /** Of the recommended items, those of the genre. */
  readonly recommended: number;
  /** Of all items, those of the genre: what chance would recommend. */
  readonly items: number;
}

const TOP = 10;

/** Shares of every genre that somebody likes, the most liked first. @param people what was recommended to whom, of all seeds */
export function genreShares(
  { tastes, items }: Pick<EnvironmentDescription, 'tastes' | 'items'>,
  people: readonly EvaluatedPerson[],
): readonly GenreShare[] {
  const genresOf = items.map(({ genres }) => new Set(genres.map(genreName)));
  const recommended = people.flatMap((person) => person.items.slice(0, TOP));
  const shareOf = (places: readonly number[], genre: string): number =>
    places.filter((place) => genresOf[place]?.has(genre) === true).length / Math.max(1, places.length);
  const of = (side: 'liked' | 'disliked', genre: string): number =>
    tastes.filter((taste) => taste[side].includes(genre)).length / Math.max(1, tastes.length);
  const genres = new Set(tastes.flatMap(({ liked, disliked }) => [...liked, ...disliked]));
  return [...genres]
    .map((genre) => ({
      genre,
      liked: of('liked', genre),
      disliked: of('disliked', genre),
      recommended: shareOf(recommended, genre),
      items: shareOf([...items.keys()], genre),
    }))
    .sort((a, b) => b.liked - a.liked || (a.genre < b.genre ? -1 : 1));
}
