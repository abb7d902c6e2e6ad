/**
 * @file The workers that hold models: one for each model that a run needs, loaded before the run, kept while the lab's worker
 * comes and goes, and replaced where one is lost.
 */
import { createEndpoint, proxy, transfer } from 'comlink';
import { LabError, type LabErrorCode, NEVER, toLabError } from '../core/errors.ts';
import { canonicalJson } from '../core/json.ts';
import { asksOfModel, originOf, type Agreement } from '../core/network-asks.ts';
import { inTurns } from '../core/platform/waiting.ts';
import type { ComponentSpec } from '../core/run.ts';
import { callWorker, connectWorker, type WorkerConnection, type WorkerLike } from '../rpc/worker-connection.ts';
import type { EndpointQuestion, EndpointTrial, ModelWorkerService } from '../models/service/model-worker-service.ts';
import { READS_STOPPED_PROMPT, type Loaded, type LoadProgress } from '../rpc/remote-model.ts';
import type { LabService } from '../lab/service.ts';
import { Agreements } from './agreements.ts';
import { watchForStall, type Patience } from '../rpc/stall-watch.ts';

export type ModelConnection = WorkerConnection<ModelWorkerService>;

export type StartModel = (spec: ComponentSpec) => WorkerLike;

export interface HeldModel {
  readonly spec: ComponentSpec;
  readonly loaded: Loaded;
  readonly connection: ModelConnection;
}

export interface Loading {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

type ModelUser = Pick<LabService, 'attachModel' | 'detachModel'>;

/** A model that does not answer for this long is taken for dead: a long prompt on a slow machine takes a minute. */
const DEATH_MILLISECONDS = 120_000;
/** A model that should be idle and does not answer for this long is replaced. */
const IDLE_MILLISECONDS = 15_000;
/** A prompt that was stopped may be read on for so long; then loading anew is the shorter wait. */
const STOPPED_PROMPT_MILLISECONDS = 5000;
/** A stopped load may take this long to leave its files in order. */
const FAREWELL_MILLISECONDS = 1000;

const DIED = 'The model’s worker stopped by itself, most likely because memory ran out. Run again: it is loaded again.';
const READS_ON = 'The model went on reading the prompt that was stopped, and was ended.';
const SILENT = 'The model has not answered for two minutes and was ended. Run again: it is loaded again.';

const REPLACED_AFTER: ReadonlySet<LabErrorCode> = new Set(['worker-died', 'device-lost', 'memory-exhausted']);

const patience = (milliseconds: number): Patience => ({
  overdue: (silence) => (silence > milliseconds ? new LabError('worker-died', SILENT) : null),
  stopMilliseconds: milliseconds,
});

const promptsTo = (baseUrl: string): readonly Agreement[] => asksOfModel({ name: 'endpoint/', options: { baseUrl } });

const keyOf = ({ name, options }: ComponentSpec): string => canonicalJson({ name, options });

export class ModelWorkers {
  private readonly startWorker: StartModel;
  private readonly held = new Map<string, HeldModel>();
  private readonly leaving = new Set<ModelConnection>();
  private readonly attached = new WeakMap<object, Set<ModelConnection>>();
  private readonly agreements: Agreements;
  private readonly inTurn = inTurns();

  constructor(startWorker: StartModel, agreements = new Agreements()) {
    this.startWorker = startWorker;
    this.agreements = agreements;
    agreements.onChange(() => this.tellAgreements());
  }

  get loaded(): readonly ComponentSpec[] {
    return this.alive().map(({ spec }) => spec);
  }

  /** Tells a worker of models that it does not know yet, and when they are lost. */
  async attach(user: WorkerConnection<ModelUser>, models: readonly HeldModel[]): Promise<void> {
    const known = this.attached.get(user) ?? new Set();
    this.attached.set(user, known);
    const fresh = models.filter(({ connection }) => !known.has(connection));
    for (const { spec, loaded, connection } of fresh) {
      known.add(connection);
      const { lost, remote } = connection;
      const port = await connection.settle(remote[createEndpoint]());
      await user.settle(user.remote.attachModel(spec, loaded, transfer(port, [port])));
      // What a lost worker has asked would be decoded to its end, and the next one would wait for it.
      user.lost.addEventListener('abort', () => void remote.interrupt().catch(() => undefined), { once: true });
      const tell = (): void => {
        if (user.alive) void user.remote.detachModel(spec, toLabError(lost.reason).toData()).catch(() => undefined);
      };
      if (lost.aborted) tell();
      else lost.addEventListener('abort', tell, { once: true });
    }
  }

  /**
   * Loads these models and lets go of all others first, so that memory never holds more than one run needs. What is loaded
   * already stays as it is.
   * @throws LabError what loading throws, `aborted`
   */
  use(specs: readonly ComponentSpec[], loading: Loading): Promise<readonly HeldModel[]> {
    return this.inTurn(async () => {
      this.letGo(new Set(specs.map(keyOf)));
      const models: HeldModel[] = [];
      for (const spec of specs) models.push(await this.load(spec, loading));
      return models;
    });
  }

  /** Lets models ask an endpoint, and others at its origin, as long as the page is open. The key is kept in memory alone. */
  allowEndpoint(baseUrl: string, key: string | null): void {
    this.agreements.giveKey(baseUrl, key);
    for (const { connection, spec } of this.alive()) {
      if (spec.options['baseUrl'] === baseUrl) void connection.remote.giveKey(baseUrl, key).catch(() => undefined);
    }
    this.agreements.agree(promptsTo(baseUrl));
  }

  isEndpointAllowed(baseUrl: string): boolean {
    return promptsTo(baseUrl).some((ask) => this.agreements.isAgreed(ask));
  }

  /** In a worker of its own, because what a worker waits for keeps nobody else waiting then. */
  testEndpoint(question: EndpointQuestion, key: string | null, signal: AbortSignal): Promise<EndpointTrial> {
    const spec = { name: `endpoint/${question.model}`, options: question.options };
    return this.askOnce(
      ({ remote, lost }) => callWorker<EndpointTrial>(lost, signal, (own) => remote.testEndpoint(question, key, own)),
      spec,
    );
  }

  /** See `ModelWorkerService.get`. The press of a button that names the source is the leave to ask it. */
  get(spec: ComponentSpec, source: string | null, { onProgress, signal }: Loading): Promise<void> {
    return this.inTurn(async () => {
      this.agreements.requireClear();
      // Getting a model loads it once, and memory holds no second one.
      this.unload();
      const origin = originOf(source ?? undefined);
      const asked: readonly Agreement[] = origin === null ? asksOfModel(spec) : [{ origin, gets: 'files' }];
      const connection = connectWorker<ModelWorkerService>(() => this.startWorker(spec), DIED);
      try {
        await connection.settle(connection.remote.setAgreements([...this.agreements.effective, ...asked]));
        await callWorker<void>(connection.lost, signal, (own) =>
          connection.remote.get(spec, source, proxy(onProgress), own),
        );
      } finally {
        this.leave(connection);
      }
    });
  }

  list(described: readonly ComponentSpec[]): ReturnType<ModelWorkerService['list']> {
    return this.askOnce((own) => own.settle(own.remote.list(described)));
  }

  remove(key: string): Promise<void> {
    return this.askOnce((own) => own.settle(own.remote.remove(key)));
  }

  private async askOnce<Answer>(
    ask: (connection: ModelConnection) => Promise<Answer>,
    spec: ComponentSpec = { name: '', options: {} },
  ): Promise<Answer> {
    const connection = connectWorker<ModelWorkerService>(() => this.startWorker(spec), DIED);
    try {
      return await ask(connection);
    } finally {
      connection.kill(new LabError('aborted', 'Stopped.'));
    }
  }

  unload(spec?: ComponentSpec): void {
    const gone = spec === undefined ? null : keyOf(spec);
    this.letGo(new Set([...this.held.keys()].filter((key) => gone !== null && key !== gone)));
  }

  /** Ends a model that falls silent, until the returned function is called. */
  watch({ connection }: HeldModel): () => void {
    return watchForStall(connection, NEVER, patience(DEATH_MILLISECONDS));
  }

  private alive(): readonly HeldModel[] {
    return [...this.held.values()].filter(({ connection }) => connection.alive);
  }

  private async load(spec: ComponentSpec, loading: Loading): Promise<HeldModel> {
    const known = this.held.get(keyOf(spec));
    if (known?.connection.alive !== true) return this.loadAnew(spec, loading);
    try {
      const loaded = await this.ask(known.connection, spec, loading, IDLE_MILLISECONDS);
      return { ...known, loaded };
    } catch (thrown) {
      const error = toLabError(thrown);
      if (error.code === 'aborted') throw error;
      known.connection.kill(error);
      if (!REPLACED_AFTER.has(error.code)) throw error;
      return this.loadAnew(spec, loading);
    }
  }

  private async loadAnew(spec: ComponentSpec, loading: Loading): Promise<HeldModel> {
    for (const connection of this.leaving) connection.kill(new LabError('aborted', 'Stopped.'));
    const connection = connectWorker<ModelWorkerService>(() => this.startWorker(spec), DIED);
    try {
      await this.introduce(connection, spec);
      const loaded = await this.ask(connection, spec, loading, DEATH_MILLISECONDS);
      const model = { spec, loaded, connection };
      this.held.set(keyOf(spec), model);
      return model;
    } catch (thrown) {
      this.leave(connection);
      this.agreements.note(toLabError(thrown));
      throw thrown;
    }
  }

  /** Tells a new worker what it may ask, where its model may want to. */
  private async introduce(connection: ModelConnection, spec: ComponentSpec): Promise<void> {
    if (asksOfModel(spec).length === 0) return;
    const { baseUrl } = spec.options;
    const key = typeof baseUrl === 'string' ? this.agreements.keyOf(baseUrl) : null;
    if (key !== null) await connection.settle(connection.remote.giveKey(baseUrl as string, key));
    await connection.settle(connection.remote.setAgreements(this.agreements.effective));
  }

  /** A model that may send its prompts no more is let go of. */
  private tellAgreements(): void {
    for (const { connection, spec } of this.alive()) {
      const asks = asksOfModel(spec);
      if (asks.some((ask) => ask.gets === 'prompts' && !this.agreements.isAgreed(ask))) this.unload(spec);
      else if (asks.length > 0) void connection.remote.setAgreements(this.agreements.effective).catch(() => undefined);
    }
  }

  /** Stop is heard at once here, whatever the worker is doing. */
  private async ask(
    connection: ModelConnection,
    spec: ComponentSpec,
    { onProgress, signal }: Loading,
    silence: number,
  ): Promise<Loaded> {
    const stopWatching = watchForStall(connection, NEVER, patience(silence));
    let impatience: ReturnType<typeof setTimeout> | undefined;
    const report = (progress: LoadProgress): void => {
      if (!signal.aborted) onProgress(progress);
      if (progress.phase !== READS_STOPPED_PROMPT) return;
      const end = (): void => connection.kill(new LabError('worker-died', READS_ON));
      impatience ??= setTimeout(end, STOPPED_PROMPT_MILLISECONDS);
    };
    try {
      return await callWorker<Loaded>(connection.lost, signal, (own) =>
        connection.remote.load(spec, proxy(report), own),
      );
    } finally {
      clearTimeout(impatience);
      stopWatching();
    }
  }

  private leave(connection: ModelConnection): void {
    this.leaving.add(connection);
    setTimeout(() => {
      connection.kill(new LabError('aborted', 'Stopped.'));
      this.leaving.delete(connection);
    }, FAREWELL_MILLISECONDS);
  }

  private letGo(wanted: ReadonlySet<string>): void {
    for (const [key, { spec, connection }] of this.held) {
      if (wanted.has(key)) continue;
      connection.kill(new LabError('model-missing', `${spec.name} was unloaded to make room for another model.`));
      this.held.delete(key);
    }
  }
}

export type ModelClient = Omit<ModelWorkers, 'use' | 'attach' | 'watch'>;
