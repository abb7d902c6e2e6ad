/**
 * @file Questions to raters as lines of JSON: {id, user, item, history}, with the field names that catalogues of films and of
 * books use. docs/raters.md describes them.
 */
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { PastRating, RatedItem, RatedPerson, RaterScale, RatingRequest } from '../../core/rater.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is told of only one kind of item, and of which names the other's catalogues have none. */
const OWN_FIELDS = {
  book: ['authors', 'author', 'isbn13', 'published_year', 'categories'],
  film: ['actors', 'director', 'release_date'],
};

/** @param company the kind of the item whose history it is in, where nothing speaks for either */
function itemKind(item: Fields, company: 'film' | 'book'): 'film' | 'book' {
  const kinds = (['book', 'film'] as const).filter((kind) => OWN_FIELDS[kind].some((name) => hasValue(item[name])));
  return kinds[0] ?? company;
}

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

export type ReadLine =
  | { readonly ok: true; readonly id: string | number; readonly request: RatingRequest }
  | { readonly ok: false; readonly id: string | number | null; readonly problem: string };

class Fault extends Error {}

export function readRatingLine(text: string, scale: RaterScale): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, id: null, problem: 'the line is not JSON' };
  }
  if (!isJsonObject(value)) return { ok: false, id: null, problem: 'the line is not a JSON object' };
  const id = typeof value['id'] === 'string' || typeof value['id'] === 'number' ? value['id'] : null;
  try {
    if (id === null) throw new Fault('id is missing: a text or a number');
    return { ok: true, id, request: requestOf(value, scale) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { ok: false, id, problem: fault.message };
  }
}

function requestOf(value: JsonObject, scale: RaterScale): RatingRequest {
  const item = itemOf(value['item'], 'item');
  const history = historyOf(value['history'], item.kind, scale);
  const timesBefore = history.filter(({ item: past }) => past.id === item.id).length;
  return { person: personOf(value['user']), item, history, timesBefore, scale };
}

function personOf(value: unknown): RatedPerson {
  if (!isJsonObject(value)) throw new Fault('user is missing: an object with name, age, gender, description');
  const age = numberOf(value['age'], 'user.age');
  return {
    name: textOf(value['name'], 'user.name'),
    age,
    gender: textOf(value['gender'], 'user.gender') || null,
    description: textOf(value['description'], 'user.description'),
    job: textOf(value['job'], 'user.job') || null,
    hobby: textOf(value['hobby'], 'user.hobby') || null,
  };
}

function itemOf(value: unknown, name: string, company: 'film' | 'book' = 'film'): RatedItem {
  if (typeof value === 'string' && value.trim() !== '') return itemOf({ title: value }, name, company);
  if (!isJsonObject(value)) throw new Fault(`${name} is missing: an object with a title`);
  const title = textOf(value['title'], `${name}.title`);
  if (title === '') throw new Fault(`${name}.title is missing`);
  const averageRating = numberOf(value['vote_average'] ?? value['average_rating'], `${name}.vote_average`);
  const kind = itemKind(value, company);
  const highest = kind === 'film' ? 10 : 5;
  if (averageRating !== null && (averageRating < 0 || averageRating > 10))
    throw new Fault(`${name}.vote_average must be from 0 to ${highest}, not ${averageRating}`);
  return {
    id: wordOf(value['id']) || title,
    kind,
    title,
    overview: textOf(value['overview'] ?? value['description'], `${name}.overview`),
    genres: namesOf(value['genres'] ?? value['categories'], `${name}.genres`),
    people: namesOf(value['actors'] ?? value['authors'] ?? value['author'], `${name}.actors`),
    directors: namesOf(value['director'], `${name}.director`),
    // Averages of books are of 5; some catalogues have them of 10.
    averageRating: kind === 'book' && averageRating !== null && averageRating > 5 ? averageRating / 2 : averageRating,
    year: yearOf(value['release_date'] ?? value['published_year'] ?? value['year']),
  };
}

function historyOf(value: unknown, kind: 'film' | 'book', scale: RaterScale): readonly PastRating[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Fault('history must be a list of {item, rating, time}');
  return value.map((entry: unknown, at) => {
    const name = `history.${at}`;
    if (!isJsonObject(entry)) throw new Fault(`${name} must be an object {item, rating, time}`);
    const rating = numberOf(entry['rating'], `${name}.rating`);
    if (rating === null) throw new Fault(`${name}.rating is missing`);
    if (rating < scale.min || rating > scale.max)
      throw new Fault(`${name}.rating must be from ${scale.min} to ${scale.max}, not ${rating}`);
    return {
      item: itemOf(entry['item'] ?? entry, `${name}.item`, kind),
      rating,
      time: timeOf(entry['time'], at),
    };
  });
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  throw new Fault(`${name} must be a text`);
}

function numberOf(value: unknown, name: string): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new Fault(`${name} must be a number`);
}

/** Lists of names, of objects that have one, or one text with names between commas, semicolons or bars. */
function namesOf(value: unknown, name: string): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') {
    return value
      .split(/[;|]|,\s/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  }
  if (!Array.isArray(value)) throw new Fault(`${name} must be a list`);
  return value
    .map((entry: unknown) => (isJsonObject(entry) ? entry['name'] : entry))
    .map((entry) => (typeof entry === 'string' ? entry.trim() : ''))
    .filter((one) => one !== '');
}

function yearOf(value: unknown): number | null {
  const match = /\b(1[5-9]\d\d|20\d\d)\b/.exec(wordOf(value));
  return match === null ? null : Number(match[1]);
}

function timeOf(value: unknown, place: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const parsed = typeof value === 'string' ? Date.parse(value) / 1000 : NaN;
  return Number.isFinite(parsed) ? parsed : place;
}
