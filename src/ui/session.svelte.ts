/** @file What the page knows of the lab: what can be chosen, which datasets there are, and which one is open. */
import type {
  ColumnMapping,
  DatasetEntry,
  ImportedDataset,
  ImportSource,
  LabClient,
  LabDescription,
  OpenDataset,
  Progress,
  ImportLook,
} from '../client/lab.ts';
import type { StorageState } from '../client/tab-storage.ts';
import type { RunSpec } from '../core/run.ts';
import { toLabError, type LabErrorData } from '../core/errors.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { KeptTrace } from '../trace/trace-file.ts';
import { openDirectory, withOwnPerson, type Directory } from './parts/names/directory.ts';
import { OwnPerson } from './pages/person/own-person.svelte.ts';
import { Network } from './network.svelte.ts';
import { Notice } from './notice.svelte.ts';
import { Kept } from './parts/kept/kept.svelte.ts';
import { KeptSettings, ownStore } from './parts/settings/kept-settings.svelte.ts';
import { oneOf } from './parts/settings/shapes.ts';

/** Slow work that is under way. */
export interface Work {
  /** `ml-latest-small.zip`. */
  readonly name: string;
  readonly kind: 'open' | 'import' | 'prepare' | 'save';
  readonly progress: Progress;
  readonly stop: () => void;
}

/** Something that went wrong, to be read and put away. */
export interface Trouble {
  /** What was being done: `Importing ratings.zip`. */
  readonly what: string;
  readonly error: LabErrorData;
  /** Where the person was. */
  readonly place: string;
}

/** Nothing has to be asked: a known dataset, beside which only documents and copies of what is read are left over. */
const isPlain = ({ preview, report }: ImportLook): boolean =>
  preview === null && report.leftOver.every(({ why }) => why === 'is a document' || why === 'repeats what is read');

/** Files that nobody has agreed to import yet. */
export interface FilesInQuestion {
  readonly name: string;
  readonly source: ImportSource;
  readonly look: ImportLook;
}

function nameOf(source: ImportSource): string {
  const [first] = source;
  return source.length === 1 ? (first?.path ?? '') : `${source.length} files`;
}

/** Under which name something was kept, where that is not the one it came with. */
function keptAs({ manifest: { name }, taken, wasKept }: ImportedDataset): string {
  if (wasKept) return `The same data are kept here already, as ${name}.`;
  return taken === null ? '' : `Kept as ${name}: another dataset here is called ${taken}.`;
}

const VERBS: Readonly<Record<Work['kind'], string>> = {
  open: 'Opening',
  import: 'Importing',
  prepare: 'Preparing',
  save: 'Saving',
};

const START: Progress = { phase: 'Starting', share: null, bytes: 0, totalBytes: 0, rows: 0 };

/** A dataset may be there to be looked at without having a task for anybody; the Plan page says so itself. */
function unlessImpossible(thrown: unknown): void {
  if (toLabError(thrown).code !== 'task-impossible') throw thrown;
}

/** The page's session with the lab. */
export class Session {
  readonly client: LabClient;
  /** What was agreed to that other hosts get. */
  readonly network: Network;
  /** What was chosen and written on the page's forms, over reloads. */
  readonly settings = new KeptSettings((words) => (this.notice.text = words), ownStore());
  readonly kept = new Kept(this);
  description = $state.raw<LabDescription | null>(null);
  entries = $state.raw<readonly DatasetEntry[]>([]);
  dataset = $state.raw<OpenDataset | null>(null);
  /** The name of the dataset that was opened last, over reloads; empty for the one that the page starts with. */
  lastOpened = $state('');
  /** The person who sits at the page, in the open dataset. */
  readonly own = new OwnPerson(this);
  /** Those of the dataset alone. */
  private names = $state.raw<Directory | null>(null);
  /** Who and what the numbers of the open dataset stand for, once that is known. */
  readonly directory = $derived(withOwnPerson(this.names, this.own.id, this.own.name));
  work = $state.raw<Work | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  readonly notice = new Notice();
  storage = $state.raw<StorageState>({
    place: 'unknown',
    failure: null,
    isElsewhere: false,
    persistence: null,
  });
  /** Files that wait for somebody to say that they are meant, and which column is what. */
  table = $state.raw<FilesInQuestion | null>(null);
  /** The page that is open. */
  private place = '';
  /** What a screen reader is told. */
  announcement = $state('');
  /** Whether Chat may show the conversation that comes with the lab. */
  hears = $state(true);
  private attempts = $state(0);
  private starting: Promise<unknown> = Promise.resolve();
  /** Until the dataset can be looked at: what a person begins meanwhile neither stops that nor is stopped by it. */
  private opened: Promise<unknown> = Promise.resolve();
  /** Until runs can begin on it. */
  private opening: Promise<void> = Promise.resolve();

  constructor(client: LabClient) {
    this.client = client;
    this.network = new Network(client.network);
    client.storage.listen((state) => (this.storage = state));
  }

  /** Where what is made is kept, in words. */
  readonly keptIn = $derived(this.storage.place === 'tab' ? 'this tab only' : 'this browser');

  /** True while something is under way that loading the page again would break off. */
  readonly isBusy = $derived(this.attempts > 0);

  /** Opens what the page starts with. */
  async start(): Promise<void> {
    this.starting = this.attempt('Starting the lab', () => this.thenPrepare(this.lookFirst()));
    await this.starting;
  }

  /** Opens a dataset unless it is the open one. @returns false where it could not be opened */
  async use(name: string): Promise<boolean> {
    await this.starting;
    await this.opening;
    if (this.dataset?.manifest.name !== name) await this.open(name);
    return this.dataset?.manifest.name === name;
  }

  open(name: string): Promise<void> {
    return this.thenPrepare(this.look(name));
  }

  /** @returns false where no dataset could be opened */
  private async lookFirst(): Promise<boolean> {
    const [description, entries] = await Promise.all([this.client.describe(), this.client.query('datasets', null)]);
    this.description = description;
    this.entries = entries;
    const known = oneOf(() => ['', ...this.entries.map(({ manifest }) => manifest.name)]);
    this.settings.keep<Session>('page', this, { lastOpened: known });
    if (this.lastOpened !== '' && (await this.look(this.lastOpened))) return true;
    return this.look(description.defaultDataset);
  }

  private look(name: string): Promise<boolean> {
    const title = this.entries.find(({ manifest }) => manifest.name === name)?.manifest.title ?? name;
    return this.slow(title, 'open', async (slow) => {
      const opened = await this.client.open(name, slow);
      await this.own.load();
      this.dataset = opened;
      this.names = openDirectory(opened.manifest, await this.client.query('names', null));
      this.lastOpened = name === this.description?.defaultDataset ? '' : name;
      this.announcement = `${title} is open.`;
    });
  }

  /** Once a dataset can be looked at, what a run on it needs is made ready. The page can be used meanwhile; a run that comes first waits for the same. */
  private thenPrepare(looked: Promise<boolean>): Promise<void> {
    const prepared = looked.then(async (done) => {
      if (!done || this.dataset === null || this.description === null) return;
      const { name, title } = this.dataset.manifest;
      const spec = { ...this.description.defaultSpec, dataset: { name, options: {} } };
      await this.slow(title, 'open', (slow) => this.client.prepare(spec, slow).catch(unlessImpossible));
    });
    this.opened = looked.catch(() => false);
    this.opening = prepared.catch(() => undefined);
    return prepared;
  }

  /**
   * Makes ready what a run needs that has to be worked out once, such as what the reasoner learns from a dataset.
   * @returns false where it failed or was stopped
   */
  async prepare(spec: RunSpec, signal: AbortSignal): Promise<boolean> {
    this.notice.runs();
    await this.opening;
    if (signal.aborted) return false;
    const stop = (): void => this.work?.stop();
    signal.addEventListener('abort', stop, { once: true });
    const done = await this.slow('the run', 'prepare', (slow) => this.client.prepare(spec, slow));
    signal.removeEventListener('abort', stop);
    return done && !signal.aborted;
  }

  /**
   * Imports files and opens the dataset. Tables under names of their own, and files some of which would be left over, are
   * shown first.
   */
  async import(source: ImportSource): Promise<void> {
    const name = nameOf(source);
    this.table = null;
    await this.opened;
    let look = null as ImportLook | null;
    const looked = await this.slow(name, 'import', async ({ onProgress, signal }) => {
      onProgress({ ...START, phase: 'Looking at it' });
      look = await this.client.imports.look(source, signal);
    });
    if (!looked || look === null) return;
    if (isPlain(look)) await this.importNow(source, null);
    else this.table = { name, source, look };
  }

  /** Imports the files that were asked about. @param columns null where the files say themselves what they are */
  async importTable(columns: ColumnMapping | null): Promise<void> {
    if (this.table === null) return;
    if (await this.importNow(this.table.source, columns)) this.table = null;
  }

  private async importNow(source: ImportSource, columns: ColumnMapping | null): Promise<boolean> {
    let name: string | null = null;
    await this.opened;
    const done = await this.slow(nameOf(source), 'import', async (slow) => {
      const imported = await this.client.imports.import(source, columns, slow);
      this.entries = await this.client.query('datasets', null);
      this.notice.text = keptAs(imported);
      name = imported.manifest.name;
    });
    if (name !== null) await this.open(name);
    return done;
  }

  /** Removes a stored dataset; where it was open, the default one is opened in its place. */
  async remove(name: string): Promise<void> {
    await this.attempt(`Removing ${name}`, async () => {
      await this.client.remove('dataset', name);
      this.settings.forget(name);
      this.entries = await this.client.query('datasets', null);
      this.announcement = `${name} is removed.`;
      if (this.dataset?.manifest.name === name && this.description !== null)
        await this.open(this.description.defaultDataset);
    });
  }

  /** The events of what is kept; where its file is damaged, that is shown. */
  eventsOf({ events, fault }: KeptTrace): readonly TraceEvent[] {
    if (fault !== null) {
      const message = `Line ${fault.line} of what is kept is damaged: ${fault.problem}. Everything before it is shown; where you go on, the rest is put into a file beside it.`;
      const { line, problem } = fault;
      this.tell('Reading all of it', { code: 'trace-damaged', message, details: { line, problem } });
    }
    return events;
  }

  /** Another page is open: what went wrong on the one before stays there no longer. */
  goTo(place: string): void {
    this.place = place;
    if (this.trouble !== null && this.trouble.place !== place) this.trouble = null;
  }

  /** What this was tried with was changed, or it is tried again: that it went wrong is told no longer. */
  settle(...what: readonly string[]): void {
    if (this.trouble !== null && what.includes(this.trouble.what)) this.trouble = null;
  }

  /** Shows what went wrong. */
  tell(what: string, error: LabErrorData): void {
    this.trouble = { what, error, place: this.place };
  }

  /** Runs something and shows its failure, unless it was stopped. @returns whether it came to its end */
  async attempt(what: string, action: () => Promise<void>): Promise<boolean> {
    this.attempts += 1;
    this.settle(what);
    try {
      await action();
      return true;
    } catch (thrown) {
      const error = toLabError(thrown).toData();
      if (error.code === 'aborted') this.announcement = `${what} was stopped.`;
      else this.tell(what, error);
      return false;
    } finally {
      this.attempts -= 1;
    }
  }

  private async slow(
    name: string,
    kind: Work['kind'],
    action: (slow: { onProgress: (progress: Progress) => void; signal: AbortSignal }) => Promise<void>,
  ): Promise<boolean> {
    this.work?.stop();
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const show = (progress: Progress): void => {
      if (!controller.signal.aborted) this.work = { name, kind, progress, stop };
    };
    show(START);
    const done = await this.attempt(`${VERBS[kind]} ${name}`, () =>
      action({ onProgress: show, signal: controller.signal }),
    );
    if (this.work?.stop === stop) this.work = null;
    return done;
  }
}
