/** @file What the page knows of models: the machine, what there is, what is here, and what is under way. */
import { SvelteMap } from 'svelte/reactivity';
import type {
  CatalogueModel,
  DeviceReport,
  KeptModel,
  Loading,
  LoadProgress,
  ModelClient,
} from '../../../client/lab.ts';
import { keepRuntimes } from '../../../client/site-keeper.ts';
import { toLabError, type LabErrorData } from '../../../core/errors.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import type { NeededAsk } from '../../../notebook/needs.ts';
import type { Network } from '../../network.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { modelInWords } from '../../words.ts';
import { ADDRESS, oneOf, RECORD, z } from '../../parts/settings/shapes.ts';

export const WEB_LLM = 'web-llm/';
type SourceKind = 'hub' | 'folder' | 'address';

export interface Job {
  readonly progress: LoadProgress;
  readonly stop: () => void;
}

const SOURCES = { hub: 'https://huggingface.co/{model}/resolve/{revision}/', folder: './models/' } as const;
const STARTING: LoadProgress = { phase: 'Starting', bytes: 0, totalBytes: 0 };
const SPEC = z.object({ name: z.string(), options: RECORD });
const ADDRESSES = ['modelUrl', 'libraryUrl'];

export class Models {
  readonly session: Session;
  device = $state.raw<DeviceReport | null>(null);
  catalogue = $state.raw<readonly CatalogueModel[]>([]);
  kept = $state.raw<readonly KeptModel[]>([]);
  /** Endpoints that the person described, as specs name them. */
  custom = $state.raw<readonly ComponentSpec[]>([]);
  /** Where the next model for the processor comes from; those of WebLLM come from where WebLLM publishes them. */
  sourceKind = $state<SourceKind>('hub');
  address = $state('');
  readonly jobs = new SvelteMap<string, Job>();
  readonly problems = new SvelteMap<string, LabErrorData>();
  private readonly listeners: ((name: string) => void)[] = [];
  private looking: Promise<void> | null = null;

  constructor(session: Session) {
    this.session = session;
    const sourceKind = oneOf<SourceKind>(() => ['hub', 'folder', 'address']);
    session.settings.keep<Models>('models', this, { sourceKind, address: ADDRESS, custom: z.array(SPEC) });
  }

  get client(): ModelClient {
    return this.session.client.models;
  }

  get network(): Network {
    return this.session.network;
  }

  /** Models that can be chosen now: whole or described, and able to write. */
  get ready(): readonly { readonly name: string }[] {
    const here = this.kept.filter(({ isWhole, kind, options }) => isWhole && kind !== 'embedding' && options !== null);
    const names = [...here, ...this.custom].map(({ name }) => name);
    return names.filter((name, index) => names.indexOf(name) === index).map((name) => ({ name }));
  }

  get embeddings(): readonly { readonly name: string }[] {
    return this.kept.filter(({ isWhole, kind }) => isWhole && kind === 'embedding');
  }

  /** What a spec gives a model besides its name. */
  optionsOf(name: string): ComponentSpec['options'] {
    const described = this.custom.find((own) => own.name === name);
    return described?.options ?? this.kept.find((model) => model.name === name && model.isWhole)?.options ?? {};
  }

  /** Of what a run would ask what it still has to: a model whose files are all here asks for none. */
  stillAsked(asks: readonly NeededAsk[]): readonly NeededAsk[] {
    return asks.filter(({ gets, model }) => gets !== 'files' || model === null || !this.hasFilesOf(model));
  }

  private hasFilesOf({ name, options }: ComponentSpec): boolean {
    return this.kept.some((model) => {
      const isMeant = ADDRESSES.every((option) => (model.options?.[option] ?? null) === (options[option] ?? null));
      return model.name === name && model.isWhole && model.options !== null && isMeant;
    });
  }

  addCustom(model: ComponentSpec): void {
    this.custom = [...this.custom.filter(({ name }) => name !== model.name), model];
  }

  removeCustom(name: string): void {
    this.custom = this.custom.filter((own) => own.name !== name);
    this.letGo(name);
  }

  onGone(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  private unload(name: string): void {
    for (const spec of this.client.loaded) if (spec.name === name) this.client.unload(spec);
  }

  /** Nothing runs on a model that is gone, and who chose it is told. */
  private letGo(name: string): void {
    this.unload(name);
    if (!this.ready.some((one) => one.name === name)) for (const listener of this.listeners) listener(name);
  }

  titleOf(name: string): string {
    const known = [...(this.session.description?.models ?? []), ...this.catalogue].find((model) => model.name === name);
    return known?.title ?? modelInWords(name);
  }

  /** Looks at the machine and at what is here, the first time it is asked to. */
  look(): Promise<void> {
    this.looking ??= this.refresh();
    return this.looking;
  }

  async refresh(): Promise<void> {
    await this.session.attempt('Looking at the models kept here', async () => {
      const { device, catalogue, kept } = await this.client.list([]);
      Object.assign(this, { device, catalogue, kept });
    });
  }

  /** Fetches a model from where the page says. @param options those of a spec, for a model that is not listed */
  get(name: string, options: ComponentSpec['options'] = this.optionsOf(name)): Promise<void> {
    const source = name.startsWith(WEB_LLM) ? null : this.source();
    return this.work(name, async (loading) => {
      this.session.client.storage.made();
      await this.client.get({ name, options }, source, loading);
      keepRuntimes();
    });
  }

  private source(): string {
    return this.sourceKind === 'address' ? this.address.trim() : SOURCES[this.sourceKind];
  }

  /** Removes the files of a model; where they were the last, nobody can choose it any more. */
  async remove({ name, key }: KeptModel): Promise<void> {
    this.unload(name);
    await this.work(name, () => this.client.remove(key));
    this.letGo(name);
  }

  /** Does one thing at a time with a model, and says what became of it beside the model. */
  private async work(name: string, action: (loading: Loading) => Promise<void>): Promise<void> {
    if (this.jobs.has(name)) return;
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const onProgress = (progress: LoadProgress): void => {
      if (this.jobs.has(name)) this.jobs.set(name, { progress, stop });
    };
    this.problems.delete(name);
    this.jobs.set(name, { progress: STARTING, stop });
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
