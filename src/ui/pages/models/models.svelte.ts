/** @file What the page knows of models: the machine, what there is, what is here, and what is under way. */
import { SvelteMap } from 'svelte/reactivity';
import { now, wallClock } from '../../../core/clock.ts';
import { toLabError, type LabErrorData } from '../../../core/errors.ts';
import { wasmThreads } from '../../../core/platform/wasm-threads.ts';
import type {
  Benchmark,
  CatalogueModel,
  DeviceReport,
  DownloadOptions,
  Fetching,
  LibraryClient,
  LoadProgress,
  SourceTest,
  StoredModel,
} from '../../../client/library-client.ts';
import type { ModelClient, NamedFile } from '../../../client/lab.ts';
import { PROMPT_MODEL } from '../../../client/prompt-api/prompt-name.ts';
import type { Network } from '../../network.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { modelInWords } from '../../words.ts';
import { measureEmbeddingModel, measureLanguageModel } from '../../../client/measure-model.ts';
import { canonicalJson, type Json } from '../../../core/json.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import type { NeededAsk } from '../../../notebook/needs.ts';
import { GoneModels } from './gone-models.ts';
import { nameOfFolder, type FolderEngine } from './model-folder.ts';
import { ownFolder } from './own-folder.ts';
import { keepCustomModels, readCustomModels, type CustomModel } from './custom-models.ts';
import { keepSource, type SourceKind } from './kept-source.ts';
import { rowKey } from './model-rows.ts';
import { storedModelOptions } from './stored-model-options.ts';
import { TransferRate } from './transfer-rate.ts';

/** Something that is under way with one model. */
export interface Job {
  readonly progress: LoadProgress;
  /** Null where it is not known. */
  readonly secondsLeft: number | null;
  readonly stop: () => void;
}

const SOURCES = {
  hub: 'https://huggingface.co/{model}/resolve/{revision}/',
  folder: './models/',
} as const;

const STARTING: LoadProgress = { phase: 'Starting', bytes: 0, totalBytes: 0 };

const ADDRESSES = ['modelUrl', 'libraryUrl', 'source', 'librarySource'];

/** Whether a spec means these files by the model's name alone. */
const isPlaceless = ({ addresses }: Pick<StoredModel, 'addresses'>): boolean => Object.keys(addresses).length === 0;

/** The models of this browser. */
export class Models {
  readonly library: LibraryClient;
  readonly session: Session;
  device = $state.raw<DeviceReport | null>(null);
  catalogue = $state.raw<readonly CatalogueModel[]>([]);
  stored = $state.raw<readonly StoredModel[]>([]);
  benchmarks = $state.raw<readonly Benchmark[]>([]);
  /** Models that the person described. */
  custom = $state.raw<readonly CustomModel[]>(readCustomModels());
  /** Where the next download comes from. */
  sourceKind = $state<SourceKind>('hub');
  address = $state('');
  /** Where that source has WebLLM's compiled libraries; empty where they come from where WebLLM publishes them. */
  libraryAddress = $state('');
  revision = $state('main');
  /** By model. */
  readonly jobs = new SvelteMap<string, Job>();
  /** The model that was last imported from a folder, by engine. */
  importedFolders = $state.raw<Partial<Record<FolderEngine, string>>>({});
  readonly problems = new SvelteMap<string, LabErrorData>();
  /** What the last check of a copy said, by `rowKey`. */
  readonly checked = new SvelteMap<string, string>();
  readonly gone = new GoneModels(() => this.client);
  private looking: Promise<void> | null = null;

  constructor(library: LibraryClient, session: Session) {
    this.library = library;
    this.session = session;
    keepSource(session.settings, this);
  }

  /** The models that are loaded, and the endpoints that are switched on. */
  get client(): ModelClient {
    return this.session.client.models;
  }

  /** What was agreed to that other hosts get. */
  get network(): Network {
    return this.session.network;
  }

  /** The source as the library takes it; WebLLM's catalogue names its own hub, and knows no relative addresses. */
  sourceFor(name: string): string {
    const isWebLlm = name.startsWith('web-llm/');
    if (this.sourceKind === 'address') return this.address.trim();
    if (!isWebLlm) return SOURCES[this.sourceKind];
    return this.sourceKind === 'hub' ? '' : ownFolder();
  }

  private librarySourceFor(name: string): Pick<DownloadOptions, 'librarySource'> {
    const librarySource = this.libraryAddress.trim();
    const isWanted = this.sourceKind === 'address' && name.startsWith('web-llm/') && librarySource !== '';
    return isWanted ? { librarySource } : {};
  }

  /** Models that can be chosen now: complete or described, and able to write. Copies from a mirror are none unless they are described. */
  get ready(): readonly { readonly name: string }[] {
    const here = this.stored.filter((model) => model.complete && model.kind !== 'embedding' && isPlaceless(model));
    return [...here, ...this.custom.filter((own) => !here.some(({ name }) => name === own.name))];
  }

  /** Embedding models that can be chosen now. */
  get embeddings(): readonly { readonly name: string }[] {
    return this.stored.filter(({ complete, kind }) => complete && kind === 'embedding');
  }

  /** What a spec gives a model besides its name. */
  optionsOf(name: string): { readonly [option: string]: Json } {
    const described = this.custom.find((own) => own.name === name);
    if (described !== undefined) return described.options;
    const kept = this.stored.find((model) => model.name === name && model.complete && isPlaceless(model));
    return kept === undefined ? {} : storedModelOptions(kept);
  }

  /** Of what a run would ask what it still has to: a model whose files are all here asks for none. */
  stillAsked(asks: readonly NeededAsk[]): readonly NeededAsk[] {
    return asks.filter(({ gets, model }) => gets !== 'files' || model === null || !this.hasFilesOf(model));
  }

  private hasFilesOf({ name, options }: ComponentSpec): boolean {
    return this.stored.some((model) => {
      const isMeant = ADDRESSES.every((option) => (model.addresses[option] ?? null) === (options[option] ?? null));
      return model.name === name && model.complete && isMeant;
    });
  }

  addCustom(model: CustomModel): void {
    this.custom = [...this.custom.filter(({ name }) => name !== model.name), model];
    keepCustomModels(this.custom);
  }

  removeCustom(name: string): void {
    this.custom = this.custom.filter((own) => own.name !== name);
    keepCustomModels(this.custom);
    this.gone.letGo(name);
  }

  /** The last measurement of a model on this machine. */
  benchmarkOf(name: string): Benchmark | null {
    return this.benchmarks.find((one) => one.name === name) ?? null;
  }

  /** What a model is called. */
  titleOf(name: string): string {
    if (name === PROMPT_MODEL) return 'The browser’s built-in model';
    const known = [...(this.session.description?.models ?? []), ...this.catalogue].find((model) => model.name === name);
    return known?.title ?? modelInWords(name);
  }

  /** Looks at the machine and at what is here, the first time it is asked to. */
  look(): Promise<void> {
    this.looking ??= this.refresh();
    return this.looking;
  }

  /** Looks again. */
  async refresh(): Promise<void> {
    await this.session.attempt('Looking at the models kept here', async () => {
      const { library } = this;
      [this.device, this.catalogue, this.stored, this.benchmarks] = await Promise.all([
        library.device(),
        library.catalogue(),
        library.stored(),
        library.benchmarks(),
      ]);
    });
  }

  test(name: string, dtype: string, signal: AbortSignal): Promise<SourceTest> {
    return this.library.testSource(name, { source: this.sourceFor(name), revision: this.revision, dtype }, signal);
  }

  /**
   * Downloads a model, or goes on where an earlier download ended, from where that one came.
   * @param before what came of that one; null for a new download
   */
  download(name: string, dtype: string, before: StoredModel | null = null): Promise<void> {
    const options: DownloadOptions = {
      source: before?.source ?? this.sourceFor(name),
      revision: before?.revision ?? this.revision,
      dtype: before?.dtype ?? dtype,
      ...this.librarySourceFor(name),
    };
    return this.work(name, async (fetching) => {
      await this.library.download(name, options, fetching);
      const copy = (await this.library.stored()).find((one) => one.name === name && one.complete && !isPlaceless(one));
      // Whoever chose the mirror here means its files by the model's name.
      if (before === null && options.source !== '' && copy !== undefined) this.describe(copy);
    });
  }

  /** Keeps the model of a folder that was chosen or dropped. */
  async importFolder(engine: FolderEngine, files: readonly NamedFile[]): Promise<void> {
    const name = nameOfFolder(files, engine);
    if (name === '') return;
    this.importedFolders = { ...this.importedFolders, [engine]: name };
    await this.work(name, (fetching) => this.library.importFiles(name, files, fetching));
  }

  /** Reads the files of a copy again, and says what they were compared with. */
  verify(name: string, source: string): Promise<void> {
    const key = rowKey(name, source);
    this.checked.delete(key);
    return this.work(name, async (fetching) => {
      this.checked.set(key, await this.library.verify(name, fetching, source));
    });
  }

  /** Lets the files that a mirror sent be chosen by the model's name: specs then name the mirror. */
  describe({ name, addresses }: StoredModel): void {
    this.addCustom({ name, options: { ...addresses } });
  }

  /** Loads a model anew and measures it, for about a minute; the result is kept here. */
  benchmark(name: string): Promise<void> {
    return this.work(name, async ({ onProgress, signal }) => {
      const { models } = this.session.client;
      const spec = { name, options: this.optionsOf(name) };
      models.unload();
      const start = now();
      const phase = (text: string): void => onProgress({ phase: text, bytes: 0, totalBytes: 0 });
      const onRun = (run: number): void => phase(run === 0 ? 'Reading a first prompt' : `Measuring, run ${run}`);
      const unmeasured = { prefillTokensPerSecond: null, decodeTokensPerSecond: null, textsPerSecond: null };
      const measured = async () => {
        const { kind, model } = await models.open(spec, { onProgress, signal });
        const loadMilliseconds = now() - start;
        const speed =
          kind === 'language'
            ? await measureLanguageModel(model, () => models.reset(spec), onRun, signal)
            : await measureEmbeddingModel(model, onRun, signal);
        return { model, loadMilliseconds, speed };
      };
      // Also after a Stop or a failure, or it would stay on the card.
      const { model, loadMilliseconds, speed } = await measured().finally(() => models.unload());
      const { dtype = null, device = null } = model.provenance ?? {};
      const threads = wasmThreads(this.device?.cores ?? 1, this.device?.sharesMemory === true);
      const measuredAt = wallClock();
      await this.library.keepBenchmark({
        name,
        dtype,
        device,
        measuredAt,
        threads,
        loadMilliseconds,
        ...unmeasured,
        ...speed,
      });
    });
  }

  /** Deletes a copy of a model; where it was the last one, nobody can choose it any more. */
  async remove({ name, source, addresses }: StoredModel): Promise<void> {
    this.checked.delete(rowKey(name, source));
    if (!isPlaceless({ addresses }) && this.isDescribed(name, addresses)) this.removeCustom(name);
    this.gone.unload(name);
    await this.work(name, () => this.library.remove(name, source));
    if (!this.ready.some((one) => one.name === name)) this.gone.letGo(name);
  }

  /** Whether the model's name stands for these addresses, because the person said so. */
  isDescribed(name: string, addresses: StoredModel['addresses']): boolean {
    const described = this.custom.find((own) => own.name === name);
    return described !== undefined && canonicalJson({ ...described.options }) === canonicalJson({ ...addresses });
  }

  async removeAll(): Promise<void> {
    for (const { stop } of this.jobs.values()) stop();
    const names = this.stored.map(({ name }) => name);
    names.forEach((name) => this.gone.unload(name));
    await this.session.attempt('Deleting all models', () => this.library.removeAll());
    await this.refresh();
    for (const name of names) if (!this.ready.some((one) => one.name === name)) this.gone.letGo(name);
  }

  /** Does one thing at a time with a model, and says what became of it beside the model. */
  async work(name: string, action: (fetching: Fetching) => Promise<void>): Promise<void> {
    if (this.jobs.has(name)) return;
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const rate = new TransferRate();
    const onProgress = (progress: LoadProgress): void => {
      if (!this.jobs.has(name)) return;
      rate.add(now(), progress.bytes);
      this.jobs.set(name, { progress, secondsLeft: rate.secondsLeft(progress.totalBytes), stop });
    };
    this.problems.delete(name);
    this.jobs.set(name, { progress: STARTING, secondsLeft: null, stop });
    try {
      await action({ onProgress, signal: controller.signal });
      this.session.announcement = `${this.titleOf(name)}: done.`;
    } catch (thrown) {
      const error = toLabError(thrown).toData();
      if (error.code === 'aborted') this.session.announcement = `${this.titleOf(name)}: stopped.`;
      else this.problems.set(name, error);
    } finally {
      this.jobs.delete(name);
      await this.refresh();
    }
  }
}
