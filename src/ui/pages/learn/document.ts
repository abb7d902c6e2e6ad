/** @file A notebook while it is edited: the last valid notebook, and cells that are not valid yet. */
import type { CellOutput } from '../../../notebook/cell-output.ts';
import { toLabError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { Cell, Notebook } from '../../../notebook/notebook.ts';
import { completeNotebook, shortenNotebook } from '../../../notebook/completion.ts';
import { withCell } from '../../../notebook/edit-cells.ts';
import type { Problem } from '../../forms/written.ts';

export interface Draft {
  readonly value: JsonObject;
  readonly problem: Problem;
}

/** All that an undo brings back. */
export interface NotebookDocument {
  readonly notebook: Notebook;
  readonly drafts: Readonly<Record<string, Draft>>;
}

export const withEntry = <Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> => new Map([...map, [key, value]]);

export const withoutEntry = <Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> =>
  new Map([...map].filter(([one]) => one !== key));

export const byCell = (outputs: readonly CellOutput[]): ReadonlyMap<string, CellOutput> =>
  new Map(outputs.map((output) => [output.cell, output]));

export function draftsIn({ cells }: Notebook, drafts: NotebookDocument['drafts']): NotebookDocument['drafts'] {
  const there = new Set(cells.map(({ id }) => id));
  return Object.fromEntries(Object.entries(drafts).filter(([id]) => there.has(id)));
}

export function shortCell(cell: Cell): JsonObject {
  const { cells } = shortenNotebook({ version: 1, title: '', cells: [cell] });
  const [short] = cells as readonly JsonObject[];
  return short ?? {};
}

/** A cell as JSON with everything that it leaves out filled in; what is of the wrong kind stays as it is. */
export function wholeCell(value: JsonObject): JsonObject {
  const { cells } = completeNotebook({ version: 1, title: '', cells: [value] });
  const [whole] = cells as readonly JsonObject[];
  return whole ?? {};
}

/** What an error says of a cell; of another cell it says where that one is. */
export function cellProblem(thrown: unknown, index: number): Problem {
  const { message, details } = toLabError(thrown);
  const own = `cells.${index}.`;
  const field = isJsonObject(details) && typeof details['field'] === 'string' ? details['field'] : '';
  const stripped = (text: string): string => (text.startsWith(own) ? text.slice(own.length) : text);
  return { field: stripped(field).replace(/\.$/, ''), message: stripped(message) };
}

const withoutDraft = (drafts: NotebookDocument['drafts'], id: string): NotebookDocument['drafts'] =>
  Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== id));

/** The document with another value of a cell; where that is not valid, with what is wrong. */
export function written(document: NotebookDocument, id: string, value: JsonObject): NotebookDocument {
  const { notebook, drafts } = document;
  try {
    return { notebook: withCell(notebook, id, value), drafts: withoutDraft(drafts, id) };
  } catch (thrown) {
    const index = notebook.cells.findIndex((cell) => cell.id === id);
    return { notebook, drafts: { ...drafts, [id]: { value, problem: cellProblem(thrown, index) } } };
  }
}
