/** @file The place of notebooks: those that are kept, those that come with the lab, and the one that is open. */
import type { Experiment, LabClient, NotebookOrigin } from '../../../client/lab.ts';
import { toLabError, type LabErrorData } from '../../../core/errors.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import { notebookInHtml } from '../../../export/notebook-html.ts';
import { decodeNotebook } from '../../../notebook/payload.ts';
import { isNotebookLink, readLink } from '../../../notebook/link.ts';
import { parseNotebook } from '../../../notebook/validate.ts';
import type { Session } from '../../session.svelte.ts';
import { CellRunner } from './cell-runner.svelte.ts';
import { OpenNotebook } from './open-notebook.svelte.ts';
import { READY, READY_AT, readReady } from './ready-notebooks.ts';

export interface Shown {
  readonly open: OpenNotebook;
  readonly runner: CellRunner;
}

/** A link or a file that is no notebook, or none that can be opened here. */
export interface Refusal {
  readonly what: string;
  readonly error: LabErrorData;
}

const NOTEBOOK_AT = '#notebook/';
/** The address of a notebook that is kept here; of the one that is open, where it is not. */
export const keptAddress = (id: string): string => NOTEBOOK_AT + id;
export const listAddress = '#learn';

/** The state of the place. It lives on while the list or other places are open, and so do cells that run. */
export class Notebooks {
  readonly session: Session;
  readonly shelf: LabClient;
  shown = $state.raw<Shown | null>(null);
  private held: Shown | null = null;
  refusal = $state.raw<Refusal | null>(null);
  opening = $state(false);

  constructor(session: Session) {
    this.session = session;
    this.shelf = session.client;
  }

  async follow(hash: string): Promise<void> {
    if (isNotebookLink(hash)) {
      this.openLink(hash);
      return;
    }
    const id = hash.slice(NOTEBOOK_AT.length);
    if (hash.startsWith(READY_AT)) await this.openReady(hash.slice(READY_AT.length));
    else if (!hash.startsWith(NOTEBOOK_AT)) await this.list();
    else if (id === '' || id === this.held?.open.id) this.shown = this.held;
    else await this.openKept(id);
  }

  async create(): Promise<void> {
    const cells = [{ id: 'text', type: 'text' as const, text: '' }];
    await this.begin({ version: 1, title: 'Untitled', cells }, null);
  }

  /** A notebook of the person's own with these cells, saved at once. */
  async begin(notebook: Notebook, origin: NotebookOrigin | null): Promise<void> {
    this.show(new OpenNotebook(this.shelf, notebook, origin));
    await this.shown?.open.keep();
    location.hash = keptAddress(this.shown?.open.id ?? '');
  }

  /** Shows the notebook of a file or of a page that one was saved as, as an original. */
  async openFile(file: File): Promise<void> {
    await this.attempt(file.name, async () => {
      const text = await file.text();
      const notebook = parseNotebook(notebookInHtml(text) ?? text);
      history.pushState(history.state, '', keptAddress(''));
      this.showOriginal(notebook, { kind: 'file', name: file.name });
    });
  }

  async remove(one: Experiment): Promise<void> {
    await this.session.kept.remove(one);
    if (this.held?.open.id === one.id) this.forget();
  }

  private openLink(hash: string): void {
    this.forget();
    try {
      this.showOriginal(decodeNotebook(readLink(hash)), { kind: 'link', name: '' });
    } catch (thrown) {
      this.refusal = { what: 'This link', error: toLabError(thrown).toData() };
    }
  }

  private async openReady(name: string): Promise<void> {
    this.forget();
    const ready = READY.find((one) => one.name === name);
    await this.attempt('This notebook', async () => {
      const notebook = parseNotebook(await readReady(name));
      this.showOriginal(notebook, { kind: 'ready', name: ready?.title ?? name });
    });
  }

  private async openKept(id: string): Promise<void> {
    await this.held?.open.flush();
    this.forget();
    this.opening = true;
    await this.attempt('This notebook', async () => {
      this.show(OpenNotebook.kept(this.shelf, id, await this.shelf.query('notebook', id)));
    });
    this.opening = false;
  }

  private showOriginal(notebook: Notebook, origin: NotebookOrigin): void {
    this.show(new OpenNotebook(this.shelf, notebook, origin));
  }

  private show(open: OpenNotebook): void {
    this.forget();
    this.held = { open, runner: new CellRunner(open, this.session) };
    this.shown = this.held;
  }

  private async list(): Promise<void> {
    this.shown = null;
    this.refusal = null;
    await this.held?.open.flush();
    await this.session.kept.refresh();
  }

  private forget(): void {
    this.held?.runner.stop();
    this.held = null;
    this.shown = null;
    this.refusal = null;
  }

  private async attempt(what: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (thrown) {
      const error = toLabError(thrown).toData();
      if (error.code !== 'aborted') this.refusal = { what, error };
    }
  }
}
