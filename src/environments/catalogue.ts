/** @file People and items of a dataset as raters are told of them. */
import type { Dataset, Item, User } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { RatedItem, RatedPerson } from '../core/rater.ts';
import { genreName, type Taste } from '../core/simulation.ts';
import { square } from '../core/numbers/elementary-functions.ts';

const MOST_GENRES = 24;

/** A row for each item, all of one length; what is unknown is 0, the mean of what is known. */
export function itemFeatures(items: readonly RatedItem[]): readonly Float32Array[] {
  const counts = new Map<string, number>();
  for (const { genres } of items) for (const genre of genres) counts.set(genre, (counts.get(genre) ?? 0) + 1);
  const genres = [...counts.entries()]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_GENRES)
    .map(([genre]) => genre);
  const rating = standardized(items.map(({ averageRating }) => averageRating));
  const year = standardized(items.map((item) => item.year));
  return items.map((item, at) =>
    Float32Array.from([1, rating[at]!, year[at]!, ...genres.map((genre) => (item.genres.includes(genre) ? 1 : 0))]),
  );
}

function standardized(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const variance = known.reduce((sum, value) => sum + square(value - mean), 0) / Math.max(1, known.length);
  const deviation = Math.sqrt(variance) || 1;
  return values.map((value) => (value === null ? 0 : (value - mean) / deviation));
}

export interface Catalogue {
  readonly people: readonly RatedPerson[];
  readonly items: readonly RatedItem[];
  /** The genres or categories that each person says to like and to dislike, in lower case; for evaluation alone. */
  readonly tastes: readonly Taste[];
  readonly kind: 'film' | 'book';
}

export function recommendedItems(dataset: Dataset): Pick<Catalogue, 'kind' | 'items'> {
  if (dataset.items.length === 0)
    throw new LabError(
      'task-impossible',
      `${dataset.manifest.title} has no items, so there is nothing to recommend. Take the items of another dataset, or of the lab.`,
    );
  return { kind: itemKind(dataset), items: catalogueItems(dataset) };
}

export function cataloguePeople({ users, manifest }: Dataset): Pick<Catalogue, 'people' | 'tastes'> {
  if (users.length === 0)
    throw new LabError(
      'task-impossible',
      `${manifest.title} has no people. Take those of another dataset, or synthetic ones.`,
    );
  return { people: users.map(personOf), tastes: users.map(tasteOf) };
}

/** What the items of a dataset are rated as: what is no book is rated as films are. */
export const itemKind = ({ manifest }: Dataset): 'film' | 'book' => (manifest.itemNoun === 'book' ? 'book' : 'film');

export function catalogueItems(dataset: Dataset): readonly RatedItem[] {
  return dataset.items.map((item) => itemOf(item, itemKind(dataset)));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : typeof value === 'string' ? [value] : [];

function personOf({ name, attributes }: User): RatedPerson {
  return {
    name: name.split(' ')[0] ?? name,
    age: number(attributes['age']),
    gender: text(attributes['gender']) || null,
    description: text(attributes['description']),
    job: text(attributes['job']) || null,
    hobby: text(attributes['hobby']) || null,
  };
}

function tasteOf({ attributes }: User): Taste {
  const of = (name: string): readonly string[] =>
    names(attributes[`genres_${name}`] ?? attributes[`categories_${name}`]).map(genreName);
  return { liked: of('liked'), disliked: of('disliked') };
}

function itemOf({ id, title, year, attributes }: Item, kind: 'film' | 'book'): RatedItem {
  const average = number(attributes['vote_average']) ?? number(attributes['imdb_rating']);
  return {
    id: String(id),
    kind,
    title,
    overview: text(attributes['overview']) || text(attributes['description']),
    genres: names(attributes['genres'] ?? attributes['categories']),
    people: names(attributes['actors'] ?? attributes['authors']),
    directors: names(attributes['director']),
    averageRating: average !== null && average > 0 ? average : null,
    year,
  };
}

type Liking = 'liked' | 'disliked' | 'neutral';

/**
 * The class of each item and the share of each class (SUBER, section 4.4 and appendix F). An item is liked with some liked genre and no
 * disliked one, disliked with some disliked and no liked, else neutral; the shares of an empty list are NaN.
 * @param list the genres of each recommended item
 */
export function likedShare(
  list: readonly (readonly string[])[],
  liked: ReadonlySet<string>,
  disliked: ReadonlySet<string>,
) {
  const classes = list.map((genres): Liking => {
    const hasLiked = genres.some((genre) => liked.has(genre));
    const hasDisliked = genres.some((genre) => disliked.has(genre));
    return hasLiked === hasDisliked ? 'neutral' : hasLiked ? 'liked' : 'disliked';
  });
  const share = (of: Liking): number => classes.filter((one) => one === of).length / classes.length;
  return { classes, liked: share('liked'), disliked: share('disliked'), neutral: share('neutral') };
}
