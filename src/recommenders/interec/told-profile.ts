/**
 * @file The form of tastes as models fill it in in other shapes: titles as `{"title": "Heat", "year": 1995}`, values as `{"genre": "Drama"}`. They
 * become texts of the form, each of which says the same; what may be anything else is left as it is.
 */
import { isJsonList, isJsonObject, type Json } from '../../core/json.ts';

const FACETS = new Set(['like', 'dislike', 'expect']);

/** The form with its titles and values as texts, where they are told in one way. @param profile as it was written */
export function withTexts(profile: Json): Json {
  if (!isJsonObject(profile)) return profile;
  const told = Object.entries(profile).map(([name, facet]) => {
    if (!FACETS.has(name) || !isJsonObject(facet)) return [name, facet] as const;
    const { titles, values } = facet;
    const texts = {
      ...(titles !== undefined && { titles: entriesOf(titles, titleOf) }),
      ...(values !== undefined && { values: entriesOf(values, valuesOf) }),
    };
    return [name, { ...facet, ...texts }] as const;
  });
  return Object.fromEntries(told);
}

/** A list with its objects as texts; an object in place of a list is its one entry, and an empty one is none. */
function entriesOf(given: Json, read: (entry: Record<string, Json>) => readonly Json[]): Json {
  if (isJsonObject(given)) return read(given);
  if (!isJsonList(given)) return given;
  return given.flatMap((entry) => (isJsonObject(entry) ? read(entry) : [entry]));
}

const isPlain = (value: Json | undefined): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');

/** `{"title": "Heat", "year": 1995}` is `Heat (1995)`. */
function titleOf(entry: Record<string, Json>): readonly Json[] {
  const { title, year, ...others } = entry;
  if (Object.keys(entry).length === 0) return [];
  if (typeof title !== 'string' || Object.keys(others).length > 0) return [entry];
  if (year === undefined || year === null || /\(\d{4}\)$/.test(title.trim())) return [title];
  const told = isPlain(year) ? String(year) : '';
  return /^\d{4}$/.test(told) ? [`${title.trim()} (${told})`] : [entry];
}

/** `{"genre": "Drama", "year": 2003}` is `genre: Drama` and `year: 2003`; `{"attribute": "genre", "value": "Drama"}` is the first of them. */
function valuesOf(entry: Record<string, Json>): readonly Json[] {
  const { attribute, value, ...others } = entry;
  if (typeof attribute === 'string' && isPlain(value) && Object.keys(others).length === 0)
    return [`${attribute}: ${String(value)}`];
  const told = Object.entries(entry).flatMap(([name, own]) =>
    (isJsonList(own) ? own : [own]).map((one) => (isPlain(one) ? `${name}: ${String(one)}` : null)),
  );
  const texts = told.filter((one) => one !== null);
  return texts.length === told.length ? texts : [entry];
}
