/** @file People and items of a dataset as raters are told of them. */
import type { Dataset, Item, User } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { RatedItem, RatedPerson } from '../core/rater.ts';
import { genreName, type Taste } from '../core/simulation.ts';

/** What an environment is made of. */
export interface Catalogue {
  readonly people: readonly RatedPerson[];
  readonly items: readonly RatedItem[];
  /** The genres or categories that each person says to like and to dislike, in lower case; for evaluation alone. */
  readonly tastes: readonly Taste[];
  readonly kind: 'film' | 'book';
}

/**
 * The people and items of a dataset.
 * @throws LabError `task-impossible` where it has no items, or no people
 */
export function catalogueOf(dataset: Dataset): Catalogue {
  const kind = kindOf(dataset);
  const { title } = dataset.manifest;
  if (dataset.items.length === 0)
    throw new LabError(
      'task-impossible',
      `${title} has no items, so there is nothing to recommend. Import a catalogue.`,
    );
  if (dataset.users.length === 0)
    throw new LabError('task-impossible', `${title} has no people. Import people, or generate some.`);
  return { kind, ...cataloguePeople(dataset), items: catalogueItems(dataset) };
}

/** The people of a dataset, and beside them what they say to like. */
export function cataloguePeople({ users }: Dataset): Pick<Catalogue, 'people' | 'tastes'> {
  return { people: users.map(personOf), tastes: users.map(tasteOf) };
}

const kindOf = ({ manifest }: Dataset): 'film' | 'book' => (manifest.itemNoun === 'book' ? 'book' : 'film');

/** The items of a dataset. */
export function catalogueItems(dataset: Dataset): readonly RatedItem[] {
  return dataset.items.map((item) => itemOf(item, kindOf(dataset)));
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
    director: text(attributes['director']) || null,
    averageRating: average !== null && average > 0 ? average : null,
    year,
  };
}
