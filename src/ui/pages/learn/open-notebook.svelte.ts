/** @file The open notebook: its cells, their results, and what was undone. It saves itself. */
import type { LabClient, NotebookContent, NotebookOrigin, OpenedNotebook } from '../../../client/lab.ts';
import { SvelteMap } from 'svelte/reactivity';
import type { CellOutput } from '../../../notebook/cell-output.ts';
import { wallClock } from '../../../core/clock.ts';
import { toLabError } from '../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Cell, Notebook } from '../../../notebook/notebook.ts';
import { staleCells } from '../../../notebook/fingerprints.ts';
import { fileOf, stamped } from '../../../notebook/expected.ts';
import { withCell } from '../../../notebook/edit-cells.ts';
import { validateNotebook } from '../../../notebook/validate.ts';
import type { Problem } from '../../forms/written.ts';

type Shelf = Pick<LabClient, 'keep'>;

const MOST_STEPS = 200;
const SAVE_AFTER = 400;

/** Whether all of a notebook is kept. An original came with a link and is unchanged. */
export type SaveState = 'original' | 'saved' | 'saving' | 'unsaved';

/** A cell that is not valid yet. */
export interface Draft {
  readonly value: JsonObject;
  readonly problem: Problem;
}

/** What an error says of a cell; of another cell it says where that one is. */
function cellProblem(thrown: unknown, index: number): Problem {
  const { message, details } = toLabError(thrown);
  const own = `cells.${index}.`;
  const field = isJsonObject(details) && typeof details['field'] === 'string' ? details['field'] : '';
  const stripped = (text: string): string => (text.startsWith(own) ? text.slice(own.length) : text);
  return { field: stripped(field).replace(/\.$/, ''), message: stripped(message) };
}

export class OpenNotebook {
  notebook = $state.raw<Notebook>({ version: 1, title: '', cells: [] });
  /** Cells that are not valid yet, by id: the notebook has them as they were. */
  readonly drafts = new SvelteMap<string, Draft>();
  readonly outputs = new SvelteMap<string, CellOutput>();
  /** Empty as long as it is an original. */
  id = $state('');
  readonly origin: NotebookOrigin | null;
  saving = $state<SaveState>('original');
  saveProblem = $state('');
  /** What the lab refuses in a cell whose shape is right: an unknown name or option. */
  warning = $state.raw<{ readonly cell: string; readonly problem: Problem } | null>(null);
  selected = $state('');
  private past = $state.raw<readonly Notebook[]>([]);
  private lastEdit = '';
  private timer: ReturnType<typeof setTimeout> | null = null;
  private saved: Promise<void> = Promise.resolve();
  private readonly shelf: Shelf;

  readonly stale = $derived(staleCells(this.notebook, this.outputs));

  constructor(shelf: Shelf, notebook: Notebook, origin: NotebookOrigin | null) {
    this.shelf = shelf;
    this.origin = origin;
    this.notebook = notebook;
    this.selected = notebook.cells[0]?.id ?? '';
  }

  static kept(shelf: Shelf, id: string, opened: OpenedNotebook): OpenNotebook {
    const open = new OpenNotebook(shelf, validateNotebook(opened.notebook), opened.origin);
    open.id = id;
    for (const output of opened.outputs) open.outputs.set(output.cell, output);
    open.saving = 'saved';
    return open;
  }

  get cells(): readonly Cell[] {
    return this.notebook.cells;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  draftProblem(id: string): Problem | null {
    return this.drafts.get(id)?.problem ?? (this.warning?.cell === id ? this.warning.problem : null);
  }

  /** Has the lab check what only it knows. @param check throws what is wrong */
  async check(check: (notebook: Json) => Promise<void>): Promise<void> {
    const { notebook } = this;
    try {
      await check(fileOf(notebook));
      if (notebook === this.notebook) this.warning = null;
    } catch (thrown) {
      if (notebook !== this.notebook) return;
      const { field } = cellProblem(thrown, -1);
      const index = Number(/^cells\.(\d+)\./.exec(`${field}.`)?.[1] ?? -1);
      const cell = notebook.cells[index];
      this.warning = cell === undefined ? null : { cell: cell.id, problem: cellProblem(thrown, index) };
    }
  }

  /** The notebook with the digests of its results, to be passed on. */
  get toShare(): Notebook {
    return stamped(this.notebook, this.outputs, this.stale);
  }

  /**
   * Takes another notebook.
   * @param edit what is edited: edits of the same thing are undone together; empty for one of its own
   */
  edit(notebook: Notebook, edit = ''): void {
    if (notebook === this.notebook) return;
    if (edit === '' || edit !== this.lastEdit) this.past = [...this.past, this.notebook].slice(-MOST_STEPS);
    this.lastEdit = edit;
    this.notebook = notebook;
    for (const id of this.drafts.keys()) if (!this.cells.some((cell) => cell.id === id)) this.drafts.delete(id);
    this.touch();
  }

  /** Writes a cell from its form; one that is not valid stays a draft. */
  write(id: string, value: JsonObject): void {
    try {
      this.edit(withCell(this.notebook, id, value), `cell ${id}`);
      this.drafts.delete(id);
    } catch (thrown) {
      const index = this.cells.findIndex((cell) => cell.id === id);
      this.drafts.set(id, { value, problem: cellProblem(thrown, index) });
    }
  }

  /** Ends an edit: the next one is undone by itself. */
  commit(): void {
    this.lastEdit = '';
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.lastEdit = '';
    this.drafts.clear();
    this.notebook = before;
    if (!this.cells.some(({ id }) => id === this.selected)) this.selected = this.cells[0]?.id ?? '';
    this.touch();
  }

  async keepOutput(output: CellOutput): Promise<void> {
    this.showOutput(output);
    await this.shelf.keep('output', { notebook: this.id, output });
  }

  showOutput(output: CellOutput): void {
    this.outputs.set(output.cell, output);
  }

  /** Makes an original the person's own copy. Nothing that is kept is written over. */
  async keep(): Promise<void> {
    this.begin();
    await this.flush();
  }

  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.id === '') return;
    if (this.saving !== 'saved') this.saved = this.saved.then(() => this.save());
    await this.saved;
  }

  private begin(): void {
    if (this.id !== '') return;
    this.id = wallClock().toString(36);
    this.saving = 'saving';
    history.replaceState(history.state, '', `#notebook/${this.id}`);
  }

  private touch(): void {
    this.begin();
    this.saving = 'saving';
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  private async save(): Promise<void> {
    const { notebook, origin } = this;
    const content: NotebookContent = {
      title: notebook.title,
      cells: notebook.cells.length,
      origin,
      notebook: fileOf(notebook),
    };
    try {
      await this.shelf.keep('notebook', { id: this.id, content });
      if (this.notebook === notebook) this.saving = 'saved';
      this.saveProblem = '';
    } catch (thrown) {
      this.saving = 'unsaved';
      const { code, message } = toLabError(thrown);
      this.saveProblem = message;
      // The lab's worker was ended in the middle, such as by a stop, and is started again.
      if (code === 'worker-died') this.touch();
    }
  }
}
