/** @file A notebook while it is edited: the last valid notebook, and the texts of cells that are not valid yet. */
import type { CellOutput } from '../../../notebook/cell-output.ts';
import { toLabError } from '../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Cell, Notebook } from '../../../notebook/notebook.ts';
import { completeNotebook, shortenNotebook } from '../../../notebook/completion.ts';
import { withCell } from '../../../notebook/edit-cells.ts';
import type { Problem } from '../../forms/written.ts';

/** The text of a cell that is not valid yet. */
export interface Draft {
  readonly text: string;
  readonly problem: Problem;
}

/** All that an undo brings back. */
export interface NotebookDocument {
  readonly notebook: Notebook;
  readonly drafts: Readonly<Record<string, Draft>>;
}

/** The map with one more entry, or another value of one. */
export const withEntry = <Value>(
  map: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> => new Map([...map, [key, value]]);

/** The map without an entry. */
export const withoutEntry = <Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> =>
  new Map([...map].filter(([one]) => one !== key));

/** Outputs by their cells. */
export const byCell = (outputs: readonly CellOutput[]): ReadonlyMap<string, CellOutput> =>
  new Map(outputs.map((output) => [output.cell, output]));

/** The drafts of the cells that a notebook has. */
export function draftsIn({ cells }: Notebook, drafts: NotebookDocument['drafts']): NotebookDocument['drafts'] {
  const there = new Set(cells.map(({ id }) => id));
  return Object.fromEntries(Object.entries(drafts).filter(([id]) => there.has(id)));
}

/** A cell as JSON, as short as it can be written. */
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

/** The JSON of a cell as people read it: what kind it is comes first. */
export function cellText(cell: Cell): string {
  const { id, type, ...rest } = shortCell(cell);
  return JSON.stringify({ id, type, ...rest }, null, 2);
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

/**
 * The document with another value of a cell; where that is not valid, with the text of it and what is wrong.
 * @param text as it was typed; null where the value comes from a form
 */
export function written(document: NotebookDocument, id: string, value: Json, text: string | null): NotebookDocument {
  const { notebook, drafts } = document;
  try {
    return { notebook: withCell(notebook, id, value), drafts: withoutDraft(drafts, id) };
  } catch (thrown) {
    const index = notebook.cells.findIndex((cell) => cell.id === id);
    const draft = { text: text ?? JSON.stringify(value, null, 2), problem: cellProblem(thrown, index) };
    return { notebook, drafts: { ...drafts, [id]: draft } };
  }
}

/** True for JSON with another id than the cell has. */
const asksForId = (value: Json, id: string): value is JsonObject =>
  isJsonObject(value) && typeof value['id'] === 'string' && value['id'] !== id;

const NEW_ID: Problem = { field: 'id', message: 'The cell gets this id once its text is left.' };

/** The document with another text of a cell, JSON or not. Another id in it waits for `renamed`: nobody types one at once. */
export function typed(document: NotebookDocument, id: string, text: string): NotebookDocument {
  const { value, problem } = parsed(text);
  const waiting = problem ?? (asksForId(value, id) ? NEW_ID : null);
  if (waiting === null) return written(document, id, value, text);
  return { ...document, drafts: { ...document.drafts, [id]: { text, problem: waiting } } };
}

/** The document with the id that a cell's text asks for, or with what is wrong with that text. */
export function renamed(document: NotebookDocument, id: string): NotebookDocument {
  const draft = document.drafts[id];
  const value = draft === undefined ? null : draftValue(draft);
  if (draft === undefined || value === null || !asksForId(value, id)) return document;
  const next = written(document, id, value, draft.text);
  return next.drafts[id]?.problem.message === draft.problem.message ? document : next;
}

/** The value of a draft's text; null where it is not JSON. */
export function draftValue({ text }: Draft): JsonObject | null {
  const { value } = parsed(text);
  return isJsonObject(value) ? value : null;
}

function parsed(text: string): { readonly value: Json; readonly problem: Problem | null } {
  try {
    return { value: JSON.parse(text) as Json, problem: null };
  } catch (thrown) {
    const place = /position (\d+)/.exec(String(thrown))?.[1];
    const line = place === undefined ? null : text.slice(0, Number(place)).split('\n').length;
    const where = line === null ? '' : ` in line ${line}`;
    const message = `This is not valid JSON yet${where}. Until it is, the cell stays as it was.`;
    return { value: null, problem: { field: '', message } };
  }
}
