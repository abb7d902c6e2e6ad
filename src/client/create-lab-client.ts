/**
 * @file The page's door to the lab worker: starts it when it is first needed, watches it, and starts it again with the
 * same dataset and the same models when it was killed or died.
 */
import { proxy, transfer } from 'comlink';
import { wallClock } from '../core/clock.ts';
import { LabError, toLabError } from '../core/errors.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../core/run.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { LabService } from '../wire/lab-service.ts';
import type { LoadProgress } from '../wire/model-service.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import { Agreements } from './agreements.ts';
import { createChatClient } from './chat-client.ts';
import { createEvaluationClient, type LabCalls } from './evaluation-client.ts';
import { createImportClient } from './import-client.ts';
import { createJudgingClient } from './judging-client.ts';
import type { ChatClient, EvaluationClient, ImportClient, LabClient, Loading, Running, Slow } from './lab.ts';
import { createNotebookRunsClient } from './notebook-runs-client.ts';
import { createSamplesClient } from './samples-client.ts';
import { createPersonClient } from './person-client.ts';
import { createRetentionClient } from './retention-client.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { asProgress } from './load-progress.ts';
import { LAB_PATIENCE } from './lab-patience.ts';
import { ModelWorkers, type HeldModel, type StartModel } from './model-workers.ts';
import { watchForStall } from './stall-watch.ts';
import { openThisTab } from './this-tab.ts';
import { connectWorker, type WorkerConnection } from './worker-connection.ts';

/** How the lab's workers are started. */
export interface LabWorkers {
  /** Called again after a worker was lost. */
  readonly startLab: () => Worker;
  /** What the person has agreed to; kept in this browser's settings where it is left out. */
  readonly agreements?: Agreements;
  /** Called for each import. */
  readonly startImport: () => Worker;
  /** Called for each model that is loaded, and again after a worker was lost. */
  readonly startModel: StartModel;
}

const NEVER = new AbortController().signal;

type Connection = WorkerConnection<LabService>;

const DIED = 'The lab’s worker stopped by itself, most likely for want of memory. The lab has been started again.';

class WorkerLabClient implements LabClient {
  readonly imports: ImportClient;
  readonly evaluations: EvaluationClient;
  readonly chats: ChatClient;
  readonly judging: LabClient['judging'];
  readonly notebooks: LabClient['notebooks'];
  readonly samples: LabClient['samples'];
  readonly retention: LabClient['retention'];
  readonly person: LabClient['person'];
  private readonly startWorker: () => Worker;
  readonly models: ModelWorkers;
  readonly network: Agreements;
  readonly tabs: LabClient['tabs'];
  readonly storage: LabClient['storage'];
  /** Which models each lab worker was told of. */
  private readonly attached = new WeakMap<Connection, Set<HeldModel['connection']>>();
  private connection: Connection | null = null;
  private opened: string | null = null;
  private reopening: Promise<unknown> = Promise.resolve();
  private closing: Promise<unknown> = Promise.resolve();
  private readonly stopping = new Set<Promise<unknown>>();
  private runs = 0;

  constructor({ startLab, startImport, startModel, agreements = new Agreements() }: LabWorkers) {
    installTransferHandlers();
    const { tabs, storage } = openThisTab();
    this.tabs = tabs;
    this.storage = storage;
    this.startWorker = () => storage.adopt(startLab());
    this.network = agreements;
    agreements.onChange(() => {
      if (this.connection?.alive === true) void this.tellAgreements(this.connection).catch(() => undefined);
    });
    this.imports = createImportClient(() => storage.adopt(startImport()), agreements, tabs);
    const calls: LabCalls = {
      tabs,
      call: (call) => this.call(call),
      stoppable: (signal, call) => this.stoppable(signal, call),
      asking: (models, loading, call) => this.asking(models, loading, call),
    };
    this.evaluations = createEvaluationClient(calls);
    this.chats = createChatClient(calls);
    this.judging = createJudgingClient(calls);
    this.samples = createSamplesClient(calls);
    this.retention = createRetentionClient(calls);
    this.person = createPersonClient(calls, () => this.opened ?? '');
    this.notebooks = createNotebookRunsClient(calls);
    this.models = new ModelWorkers((spec) => storage.adopt(startModel(spec)), agreements);
  }

  readonly describe: LabClient['describe'] = () => this.call(({ remote }) => remote.describe());

  readonly datasets: LabClient['datasets'] = () => this.call(({ remote }) => remote.datasets());

  async open(name: string, { onProgress, signal }: Slow): ReturnType<LabClient['open']> {
    const dataset = await this.stoppable(signal, ({ remote }) => remote.open(name, proxy(onProgress), signal));
    this.opened = name;
    return dataset;
  }

  async prepare(spec: RunSpec, { onProgress, signal }: Slow): Promise<void> {
    const loading = { onProgress: (progress: LoadProgress) => onProgress(asProgress(progress)), signal };
    await this.asking(await this.neededModels(spec), loading, ({ remote }) =>
      remote.prepare(spec, proxy(onProgress), signal),
    );
  }

  async remove(name: string): Promise<void> {
    await this.call(({ remote }) => remote.remove(name));
    this.tabs.tell({ kind: 'dataset', id: name, what: 'removed' });
    if (this.opened === name) this.opened = null;
  }

  readonly names: LabClient['names'] = () => this.call(({ remote }) => remote.names());

  readonly rows: LabClient['rows'] = (request) => this.call(({ remote }) => remote.rows(request));

  readonly exportInteractions: LabClient['exportInteractions'] = (as, signal) =>
    this.stoppable(signal, ({ remote }) => remote.exportInteractions(as, signal));

  readonly schema: LabClient['schema'] = (signal) => this.stoppable(signal, ({ remote }) => remote.schema(signal));

  readonly query: LabClient['query'] = (sql, signal) =>
    this.stoppable(signal, ({ remote }) => remote.query(sql, signal));

  readonly users: LabClient['users'] = (...given) => this.call(({ remote }) => remote.users(...given));

  readonly preview: LabClient['preview'] = (spec) => this.call(({ remote }) => remote.preview(spec));

  async run(spec: RunSpec, running: Running): Promise<RunSummary> {
    const id = this.nextId();
    running.onKept?.(id);
    const thing = { kind: 'run', id } as const;
    const record = createRunRecord((batch) => {
      const { insteadOf } = running;
      this.tabs.tell({ ...thing, what: batch[0]?.seq === 0 ? 'begun' : 'appended', ...(insteadOf && { insteadOf }) });
      running.onEvents(batch);
    });
    const loading = { onProgress: () => undefined, signal: running.signal };
    const models = await this.neededModels(spec);
    try {
      return await this.asking(models, loading, ({ remote }) =>
        remote.run(id, spec, proxy(record.add), running.signal),
      );
    } catch (thrown) {
      return this.closeRun(id, record, thrown, running.signal);
    } finally {
      void this.closing.then(() => this.tabs.tell({ ...thing, what: 'ended' }));
    }
  }

  readonly tryRun: LabClient['tryRun'] = (spec, { onEvents, signal }) =>
    this.stoppable(signal, ({ remote }) => remote.tryRun(spec, onEvents ? proxy(onEvents) : null, signal));

  async savedRuns(): ReturnType<LabClient['savedRuns']> {
    await this.closing;
    return this.call(({ remote }) => remote.savedRuns());
  }

  async readRun(id: string): ReturnType<LabClient['readRun']> {
    await this.closing;
    return this.call(({ remote }) => remote.readRun(id));
  }

  async removeRun(id: string): Promise<void> {
    await this.call(({ remote }) => remote.removeRun(id));
    this.tabs.tell({ kind: 'run', id, what: 'removed' });
  }

  async keepRun(events: readonly TraceEvent[]): Promise<string> {
    const id = this.nextId();
    await this.call(({ remote }) => remote.keepRun(id, events));
    this.tabs.tell({ kind: 'run', id, what: 'saved' });
    return id;
  }

  readonly fork: LabClient['fork'] = (...given) => this.call(({ remote }) => remote.fork(...given));

  private nextId(): string {
    this.runs += 1;
    return `${String(wallClock())}-${String(this.runs)}`;
  }

  private readonly neededModels = (spec: RunSpec): Promise<readonly ComponentSpec[]> =>
    this.call(({ remote }) => remote.neededModels(spec));

  /** A stoppable call for which these models are loaded first, and watched while it runs. */
  private async asking<Result>(
    needed: readonly ComponentSpec[],
    loading: Loading,
    call: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const models = needed.length === 0 ? [] : await this.models.use(needed, loading);
    const stopWatching = models.map((model) => this.models.watch(model));
    try {
      return await this.stoppable(loading.signal, async (connection) => {
        await this.attach(connection, models);
        return call(connection);
      });
    } finally {
      for (const stop of stopWatching) stop();
    }
  }

  /** Tells a lab worker of models that it does not know yet, and when they are lost. */
  private async attach(connection: Connection, models: readonly HeldModel[]): Promise<void> {
    const known = this.attached.get(connection) ?? new Set();
    this.attached.set(connection, known);
    for (const model of models) {
      if (known.has(model.connection)) continue;
      known.add(model.connection);
      const { spec, loaded } = model;
      const port = await this.models.port(model);
      await connection.settle(connection.remote.attachModel(spec, loaded, transfer(port, [port])));
      // What a lost lab has asked would be decoded to its end, and the next lab would wait for it.
      connection.lost.addEventListener('abort', () => void model.connection.remote.interrupt().catch(() => undefined), {
        once: true,
      });
      const { lost } = model.connection;
      const tell = (): void => {
        if (!connection.alive) return;
        void connection.remote.detachModel(spec, toLabError(lost.reason).toData()).catch(() => undefined);
      };
      if (lost.aborted) tell();
      else lost.addEventListener('abort', tell, { once: true });
    }
  }

  /** A run whose worker was lost still gets its last events, on the page and in the file. */
  private closeRun(id: string, record: RunRecord, thrown: unknown, signal: AbortSignal): RunSummary {
    if (!record.started) throw thrown;
    const error = signal.aborted ? new LabError('aborted', 'Stopped.') : thrown;
    const { events, summary } = record.close(error);
    // Not waited for: another worker has to start first, and the run is over now.
    this.closing = this.call(({ remote }) => remote.endRun(id, events)).catch(() => undefined);
    return summary;
  }

  /** A call that is watched: a worker that blocks is killed, at once when the person has pressed Stop. */
  private async stoppable<Result>(
    signal: AbortSignal,
    call: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.connected();
    const stopWatching = watchForStall(connection, signal, LAB_PATIENCE);
    const settled = connection.settle(call(connection)).finally(stopWatching);
    const stopping = (): void => void this.stopping.add(settled.catch(() => undefined));
    if (signal.aborted) stopping();
    else signal.addEventListener('abort', stopping, { once: true });
    try {
      return await settled;
    } finally {
      signal.removeEventListener('abort', stopping);
    }
  }

  private async call<Result>(call: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.connected();
    return connection.settle(call(connection));
  }

  private tellAgreements(connection: Connection): Promise<void> {
    return connection.settle(connection.remote.setAgreements(this.network.effective));
  }

  private async connected(): Promise<Connection> {
    // A worker that does not stop in time is killed, and every call with it: a new one must not be among them.
    const stopping = [...this.stopping];
    await Promise.all(stopping);
    for (const call of stopping) this.stopping.delete(call);
    if (this.connection?.alive !== true) {
      const connection = connectWorker<LabService>(this.startWorker, DIED);
      this.connection = connection;
      const told = this.tellAgreements(connection).catch(() => undefined);
      const name = this.opened;
      this.reopening =
        name === null
          ? told
          : connection.settle(
              connection.remote.open(
                name,
                proxy(() => undefined),
                NEVER,
              ),
            );
    }
    await this.reopening.catch(() => undefined);
    return this.connection;
  }
}

/** A client of the lab's workers. */
export function createLabClient(workers: LabWorkers): LabClient {
  return new WorkerLabClient(workers);
}
