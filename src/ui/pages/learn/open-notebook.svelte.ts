/** @file The open notebook: its cells, their results, and what was undone. It saves itself. */
import type { LabClient, NotebookContent, NotebookOrigin, OpenedNotebook } from '../../../client/lab.ts';
import type { CellOutput } from '../../../notebook/cell-output.ts';
import { wallClock } from '../../../core/clock.ts';
import { toLabError } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Cell, Notebook } from '../../../notebook/notebook.ts';
import { staleCells } from '../../../notebook/fingerprints.ts';
import { fileOf, stamped } from '../../../notebook/expected.ts';
import { validateNotebook } from '../../../notebook/validate.ts';
import { byCell, draftsIn, cellProblem, withEntry, written, type NotebookDocument } from './document.ts';
import type { Problem } from '../../forms/written.ts';

type Shelf = Pick<LabClient, 'keep'>;

const MOST_STEPS = 200;
const SAVE_AFTER = 400;

/** Whether all of a notebook is kept. An original came with a link and is unchanged. */
export type SaveState = 'original' | 'saved' | 'saving' | 'unsaved';

export const notebookOf = ({ notebook }: Pick<NotebookContent, 'notebook'>): Notebook => validateNotebook(notebook);

function documentOf(opened: OpenedNotebook): NotebookDocument {
  const document: NotebookDocument = { notebook: notebookOf(opened), drafts: {} };
  return Object.entries(opened.drafts).reduce((edited, [cell, value]) => written(edited, cell, value), document);
}

export class OpenNotebook {
  document = $state.raw<NotebookDocument>({ notebook: { version: 1, title: '', cells: [] }, drafts: {} });
  outputs = $state.raw(byCell([]));
  /** Empty as long as it is an original. */
  id = $state('');
  readonly origin: NotebookOrigin | null;
  saving = $state<SaveState>('original');
  saveProblem = $state('');
  /** What the lab refuses in a cell whose shape is right: an unknown name or option. */
  warning = $state.raw<{ readonly cell: string; readonly problem: Problem } | null>(null);
  selected = $state('');
  private past = $state.raw<readonly NotebookDocument[]>([]);
  private future = $state.raw<readonly NotebookDocument[]>([]);
  private lastEdit = '';
  private timer: ReturnType<typeof setTimeout> | null = null;
  private saved: Promise<void> = Promise.resolve();
  private readonly shelf: Shelf;

  readonly stale = $derived(staleCells(this.document.notebook, this.outputs));

  constructor(shelf: Shelf, notebook: Notebook, origin: NotebookOrigin | null) {
    this.shelf = shelf;
    this.origin = origin;
    this.document = { notebook, drafts: {} };
    this.selected = notebook.cells[0]?.id ?? '';
  }

  static kept(shelf: Shelf, id: string, opened: OpenedNotebook): OpenNotebook {
    const open = new OpenNotebook(shelf, notebookOf(opened), opened.origin);
    open.document = documentOf(opened);
    open.id = id;
    open.outputs = byCell(opened.outputs);
    open.saving = 'saved';
    return open;
  }

  get notebook(): Notebook {
    return this.document.notebook;
  }

  get cells(): readonly Cell[] {
    return this.document.notebook.cells;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  draftProblem(id: string): Problem | null {
    return this.document.drafts[id]?.problem ?? (this.warning?.cell === id ? this.warning.problem : null);
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
   * Takes another document.
   * @param edit what is edited: edits of the same thing are undone together; empty for one of its own
   */
  change(document: NotebookDocument, edit = ''): void {
    if (document === this.document) return;
    if (edit === '' || edit !== this.lastEdit) this.past = [...this.past, this.document].slice(-MOST_STEPS);
    this.lastEdit = edit;
    this.future = [];
    this.document = document;
    this.touch();
  }

  /** Takes another notebook, with the drafts of the cells that are still there. */
  edit(notebook: Notebook, edit = ''): void {
    this.change({ notebook, drafts: draftsIn(notebook, this.document.drafts) }, edit);
  }

  write(id: string, value: JsonObject): void {
    this.change(written(this.document, id, value), `cell ${id}`);
  }

  /** Ends an edit: the next one is undone by itself. */
  commit(): void {
    this.lastEdit = '';
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [this.document, ...this.future];
    this.stepTo(before);
  }

  redo(): void {
    const [next, ...rest] = this.future;
    if (next === undefined) return;
    this.future = rest;
    this.past = [...this.past, this.document];
    this.stepTo(next);
  }

  async keepOutput(output: CellOutput): Promise<void> {
    this.showOutput(output);
    await this.shelf.keep('output', { notebook: this.id, output });
  }

  showOutput(output: CellOutput): void {
    this.outputs = withEntry(this.outputs, output.cell, output);
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

  private stepTo(document: NotebookDocument): void {
    this.show(document);
    this.touch();
  }

  private show(document: NotebookDocument): void {
    this.lastEdit = '';
    this.document = document;
    if (!this.cells.some(({ id }) => id === this.selected)) this.selected = this.cells[0]?.id ?? '';
  }

  private touch(): void {
    this.begin();
    this.saving = 'saving';
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), SAVE_AFTER);
  }

  private async save(): Promise<void> {
    const { document, origin } = this;
    const { notebook, drafts } = document;
    const content: NotebookContent = {
      title: notebook.title,
      cells: notebook.cells.length,
      origin,
      notebook: fileOf(notebook),
      drafts: Object.fromEntries(Object.entries(drafts).map(([id, { value }]) => [id, value])),
    };
    try {
      await this.shelf.keep('notebook', { id: this.id, content });
      if (this.document === document) this.saving = 'saved';
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
