/** @file Edits of a notebook as pure functions: from a valid notebook to a valid one, or an error that says why not. */
import { isJsonObject, asJson, type Json, type JsonObject } from '../core/json.ts';
import { LabError } from '../core/errors.ts';
import type { Cell, Notebook } from './notebook.ts';
import { LIMITS } from './plain-json.ts';
import { validateNotebook } from './validate.ts';

/** `run`, `run-2`, `run-3` … @param outputs ids of outputs: that of a deleted cell is no other cell's */
export function newCellId({ cells }: Notebook, wanted: string, outputs: readonly string[] = []): string {
  const taken = new Set([...cells.map(({ id }) => id), ...outputs]);
  const stem = wanted.replace(/-\d+$/, '').slice(0, 18);
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

export function withCellAt(notebook: Notebook, cell: unknown, at: number): Notebook {
  if (notebook.cells.length >= LIMITS.cells) {
    throw new LabError('spec-invalid', `A notebook holds at most ${LIMITS.cells} cells; begin another one.`);
  }
  return validateNotebook({ ...notebook, cells: notebook.cells.toSpliced(at, 0, cell as Cell) });
}

/** @throws LabError what is wrong with the value */
export const withCell = (notebook: Notebook, id: string, value: unknown): Notebook =>
  validateNotebook({ ...notebook, cells: notebook.cells.map((cell): unknown => (cell.id === id ? value : cell)) });

function withoutExpected(notebook: Notebook, ids: readonly string[]): Notebook {
  if (notebook.expected === undefined || ids.length === 0) return notebook;
  const { expected, ...rest } = notebook;
  const kept = Object.entries(expected).filter(([id]) => !ids.includes(id));
  return kept.length === 0 ? rest : { ...rest, expected: Object.fromEntries(kept) };
}

export function withoutCell(notebook: Notebook, id: string): Notebook {
  const resting = notebook.cells.find((cell) => (cell.type === 'sql' || cell.type === 'chart') && cell.source === id);
  if (resting !== undefined) {
    throw new LabError('spec-invalid', `The cell "${resting.id}" uses "${id}"; give it another source first.`);
  }
  const cells = notebook.cells.filter((cell) => cell.id !== id);
  return { ...withoutExpected(notebook, [id]), cells };
}

/** The notebook with a cell so many places further down, or up where negative, as far as there is room. */
export function withCellMoved(notebook: Notebook, id: string, by: number): Notebook {
  const from = notebook.cells.findIndex((cell) => cell.id === id);
  const cell = notebook.cells[from];
  if (cell === undefined) return notebook;
  const to = Math.max(0, Math.min(notebook.cells.length - 1, from + by));
  if (to === from) return notebook;
  return { ...notebook, cells: notebook.cells.toSpliced(from, 1).toSpliced(to, 0, cell) };
}

export function withCellDoubled(
  notebook: Notebook,
  id: string,
  outputs: readonly string[] = [],
): { readonly notebook: Notebook; readonly copy: string } {
  const at = notebook.cells.findIndex((cell) => cell.id === id);
  const copy = newCellId(notebook, id, outputs);
  return { notebook: withCellAt(notebook, { ...notebook.cells[at], id: copy }, at + 1), copy };
}

interface PersonInNotebook {
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
