/** @file People who rated items themselves, in a notebook: their ratings are under `options.person` of a dataset. */
import { asJson, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { Notebook } from './notebook.ts';

export interface PersonInNotebook {
  readonly name: string;
  readonly ratings: number;
}

function personIn(value: JsonObject): JsonObject | null {
  const { name, options } = value;
  if (typeof name !== 'string' || !isJsonObject(options) || !isJsonObject(options['person'])) return null;
  return options['person'];
}

export function ownPeopleIn(notebook: Pick<Notebook, 'cells'>): readonly PersonInNotebook[] {
  const found = new Map<string, PersonInNotebook>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isJsonObject(value)) return;
    const person = personIn(value);
    const ratings = person?.['ratings'];
    if (person !== null && Array.isArray(ratings)) {
      const { name } = person;
      found.set(JSON.stringify(person), { name: typeof name === 'string' ? name : '', ratings: ratings.length });
    }
    Object.values(value).forEach(walk);
  };
  walk(notebook.cells);
  return [...found.values()];
}

/** The same without what anybody rated, and without the results and recordings of that. */
export function withoutOwnPeople(notebook: Notebook): Notebook {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isJsonObject(value)) return value;
    const members = personIn(value) === null ? value : { ...value, options: without(value['options'] as JsonObject) };
    return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, walk(member)]));
  };
  const { expected: _, recordings: __, ...rest } = notebook;
  return { ...rest, cells: walk(asJson(notebook.cells)) as unknown as Notebook['cells'] };
}

function without({ person: _, ...options }: JsonObject): JsonObject {
  return options;
}
