/** @file The place of notebooks: those that are kept, those that come with the lab, and the one that is open. */
import type { Experiment, LabClient, NotebookOrigin } from '../../../client/lab.ts';
import { toLabError, type LabErrorData } from '../../../core/errors.ts';
import { jsonMember, jsonMembers } from '../../../core/json.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import { notebookInHtml } from '../../../export/notebook-html.ts';
import { decodeNotebook, digestOf } from '../../../notebook/payload.ts';
import { isNotebookLink, readLink } from '../../../notebook/link.ts';
import { parseNotebook } from '../../../notebook/validate.ts';
import type { Session } from '../../session.svelte.ts';
import { CellRunner } from './cell-runner.svelte.ts';
import { OpenNotebook } from './open-notebook.svelte.ts';
import { READY, READY_AT, readReady } from './ready-notebooks.ts';

/** A notebook and what runs its cells. */
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
  readonly shelf: LabClient['notebooks'];
  shown = $state.raw<Shown | null>(null);
  /** The notebook that was shown last. */
  private held: Shown | null = null;
  /** What a link or a file was refused for. */
  refusal = $state.raw<Refusal | null>(null);
  /** The address of a notebook that is fetched only if the person agrees. */
  address = $state('');
  fetching = $state.raw<{ readonly stop: () => void } | null>(null);
  /** A kept copy of the original that is shown. */
  copyOf = $state.raw<Experiment | null>(null);
  /** True while the notebook of an address is being read. */
  opening = $state(false);

  constructor(session: Session) {
    this.session = session;
    this.shelf = session.client.notebooks;
  }

  /** Shows what an address names. */
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

  /** A notebook that begins with an empty text. */
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
      await this.showOriginal(notebook, { kind: 'file', name: file.name });
    });
  }

  /** Fetches the notebook of an address, after the person has agreed. */
  async fetchAddress(): Promise<void> {
    const { address } = this;
    const controller = new AbortController();
    this.fetching = { stop: () => controller.abort() };
    this.refusal = null;
    await this.attempt(address, async () => {
      const text = await this.session.client.imports.text(address, controller.signal);
      await this.showOriginal(parseNotebook(text), { kind: 'address', name: address });
      this.address = '';
    });
    this.fetching = null;
    // Where the host sends the request on, the next address is asked about in the same way.
    const refusal = this.refusal as Refusal | null;
    const { redirectedTo } = jsonMembers(refusal?.error.details ?? null);
    if (typeof redirectedTo === 'string') this.address = redirectedTo;
  }

  async remove(one: Experiment): Promise<void> {
    await this.session.kept.remove(one);
    if (this.held?.open.id === one.id) this.forget();
  }

  private openLink(hash: string): void {
    this.forget();
    try {
      const link = readLink(hash);
      if (link.type === 'source') this.address = link.url;
      else void this.showOriginal(decodeNotebook(link.payload), { kind: 'link', name: '' });
    } catch (thrown) {
      this.refusal = { what: 'This link', error: toLabError(thrown).toData() };
    }
  }

  private async openReady(name: string): Promise<void> {
    this.forget();
    const ready = READY.find((one) => one.name === name);
    await this.attempt('This notebook', async () => {
      const notebook = parseNotebook(await readReady(name));
      await this.showOriginal(notebook, { kind: 'ready', name: ready?.title ?? name });
    });
  }

  private async openKept(id: string): Promise<void> {
    await this.held?.open.flush();
    this.forget();
    this.opening = true;
    await this.attempt('This notebook', async () => {
      this.show(OpenNotebook.kept(this.shelf, id, await this.shelf.open(id)));
    });
    this.opening = false;
  }

  private async showOriginal(notebook: Notebook, from: Pick<NotebookOrigin, 'kind' | 'name'>): Promise<void> {
    const digest = digestOf(notebook);
    this.show(new OpenNotebook(this.shelf, notebook, { ...from, digest }));
    await this.session.kept.refresh();
    const isCopy = ({ spec }: Experiment): boolean => jsonMember(spec['origin'], 'digest') === digest;
    this.copyOf = this.session.kept.of('notebook').find(isCopy) ?? null;
  }

  private show(open: OpenNotebook): void {
    this.forget();
    this.held = { open, runner: new CellRunner(open, this.session) };
    this.shown = this.held;
  }

  private async list(): Promise<void> {
    this.shown = null;
    this.refusal = null;
    this.address = '';
    await this.held?.open.flush();
    await this.session.kept.refresh();
  }

  private forget(): void {
    this.held?.runner.stop();
    this.held = null;
    this.shown = null;
    this.refusal = null;
    this.address = '';
    this.copyOf = null;
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
