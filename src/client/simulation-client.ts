/**
 * @file The page's door to simulations: one worker for environments step by step and for what is kept, and as many as the machine
 * has cores less one for training, each with one policy under one seed at a time.
 */
import { proxy, transfer } from 'comlink';
import { wallClock } from '../core/clock.ts';
import { LabError, toLabError } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import {
  trainingCells,
  type EnvironmentDescription,
  type EnvironmentSpec,
  type TrainingCell,
  type TrainingSpec,
} from '../core/simulation.ts';
import { callWorker, connectWorker, type WorkerConnection } from '../rpc/worker-connection.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import type { CellTrace, EpisodeStart, KeptTraining, SimulationService, StepChoice } from '../lab/training/service.ts';
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';
import type { WorkingCall } from '../trace/working-call.ts';
import type { ModelClient } from './lab.ts';
import type { Making, SessionsClient, SimulationClient, Stepping, Training } from './simulations.ts';
import type { TabStorage } from './tab-storage.ts';

type Remote = WorkerConnection<SimulationService>['remote'];

interface SessionsDoor {
  readonly call: <Result>(call: (remote: Remote) => Promise<Result>) => Promise<Result>;
  readonly stoppable: <Result>(
    signal: AbortSignal,
    call: (remote: Remote, signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
  readonly lend: (rater: ComponentSpec, making: Making) => Promise<void>;
}

const sessionsClient = ({ call, stoppable, lend }: SessionsDoor): SessionsClient => ({
  recommenders: () => call((remote) => remote.sessionRecommenders()),
  async hold(spec, onId, { onEvents, ...making }) {
    const id = String(wallClock());
    onId(id);
    await lend(spec.environment.rater, making);
    await stoppable(making.signal, (remote, own) => remote.holdSessions(id, spec, proxy(onEvents), own));
  },
  list: () => call((remote) => remote.keptSessions()),
  read: (id) => call((remote) => remote.readSessions(id)),
  remove: (id) => call((remote) => remote.removeSessions(id)),
});

type Connection = WorkerConnection<SimulationService>;

const DIED =
  'The worker of a simulation stopped by itself, most likely for want of memory. Go on: it begins at the last checkpoint.';
/** A worker that was told to stop may take this long to keep what it has. */
const FAREWELL_MILLISECONDS = 1500;
const RULES = 'rules';

export interface SharedParts {
  readonly models: ModelClient;
  readonly storage: TabStorage;
}

class WorkerSimulationClient implements SimulationClient {
  readonly workers: number;
  readonly sessions: SessionsClient;
  private readonly startWorker: () => Worker;
  private readonly models: ModelClient;
  private readonly storage: TabStorage;
  /** Which model each worker was lent. */
  private readonly lent = new WeakMap<Connection, AbortSignal>();
  private desk: Connection | null = null;
  private onWorking: (call: WorkingCall) => void = () => undefined;
  private heard = new Map<Connection, WorkingCall>();

  constructor(startWorker: () => Worker, { models, storage }: SharedParts, cores: number) {
    installTransferHandlers();
    this.startWorker = () => storage.adopt(startWorker());
    this.models = models;
    this.storage = storage;
    this.workers = Math.max(1, cores - 1);
    this.sessions = sessionsClient({
      call: (call) => this.call(call),
      stoppable: (signal, call) => this.stoppable(signal, call),
      lend: (rater, making) => this.lend(this.connected(), rater, making),
    });
  }

  listen(onWorking: (call: WorkingCall) => void): void {
    this.onWorking = onWorking;
  }

  describe(spec: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription> {
    return this.stoppable(signal, (remote, own) => remote.describeEnvironment(spec, own));
  }

  async reset(spec: EnvironmentSpec, start: EpisodeStart, stepping: Stepping): Promise<void> {
    await this.make(spec, start.ratedBy === 'surrogate', stepping);
    const { onEvents, signal } = stepping;
    await this.stoppable(signal, (remote, own) => remote.reset(spec, start, proxy(onEvents), own));
  }

  step(choice: StepChoice, { onEvents, signal }: Stepping): Promise<void> {
    return this.stoppable(signal, (remote, own) => remote.step(choice, proxy(onEvents), own));
  }

  async begin(spec: TrainingSpec): Promise<{ readonly id: string; readonly spec: TrainingSpec }> {
    const id = String(wallClock());
    this.storage.made();
    return { id, spec: await this.call((remote) => remote.beginTraining(id, spec)) };
  }

  async train(id: string, spec: TrainingSpec, training: Training): Promise<void> {
    const { onEvents, onFailed, signal } = training;
    this.heard = new Map();
    // A language model's surrogate is made once, and not by every worker.
    await this.make(spec.environment, spec.learnsFrom === 'surrogate', training);
    const waiting = [...trainingCells(spec)];
    const work = async (): Promise<void> => {
      let connection = this.started();
      try {
        for (let cell = waiting.shift(); cell !== undefined && !signal.aborted; cell = waiting.shift()) {
          const own = cell;
          await this.lend(connection, spec.environment.rater, training);
          await this.trainCell(connection, id, own, (batch) => onEvents(own, batch), signal).catch(
            (thrown: unknown) => {
              const error = toLabError(thrown);
              if (error.code !== 'aborted') onFailed?.(own, error);
            },
          );
          if (!connection.alive) connection = this.started();
        }
      } finally {
        connection.kill(new LabError('aborted', 'Stopped.'));
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.workers, waiting.length) }, work));
    if (signal.aborted) throw new LabError('aborted', 'Stopped.');
  }

  async recommend(
    id: string,
    spec: TrainingSpec,
    asked: { readonly cell: TrainingCell; readonly user: number },
    stepping: Stepping,
  ): Promise<void> {
    await this.make(spec.environment, spec.learnsFrom === 'surrogate', stepping);
    const { onEvents, signal } = stepping;
    await this.stoppable(signal, (remote, own) => remote.recommend(id, asked.cell, asked.user, proxy(onEvents), own));
  }

  trainings(): Promise<readonly KeptTraining[]> {
    return this.call((remote) => remote.trainings());
  }

  read(id: string): Promise<readonly CellTrace[]> {
    return this.call((remote) => remote.readTraining(id));
  }

  remove(id: string): Promise<void> {
    return this.call((remote) => remote.removeTraining(id));
  }

  /** Lends the model that rates, and makes what takes long. */
  private async make(
    spec: EnvironmentSpec,
    usesSurrogate: boolean,
    { onProgress = () => undefined, signal }: Making,
  ): Promise<void> {
    await this.lend(this.connected(), spec.rater, { onProgress, signal });
    if (spec.rater.name === RULES) return;
    const tell = proxy((done: number, of: number) =>
      onProgress({
        phase: `Asking ${spec.rater.name} for rating ${String(done)} of ${String(of)}`,
        bytes: done,
        totalBytes: of,
      }),
    );
    await this.stoppable(signal, (remote, own) => remote.openGround(spec, usesSurrogate, tell, own));
  }

  private async lend(
    connection: Connection,
    rater: ComponentSpec,
    {
      onProgress = () => undefined,
      signal,
    }: { readonly onProgress?: (progress: LoadProgress) => void; readonly signal: AbortSignal },
  ): Promise<void> {
    if (rater.name === RULES) return;
    const { loaded, port, lost } = await this.models.lend(rater, { onProgress, signal });
    if (this.lent.get(connection) === lost) {
      port.close();
      return;
    }
    this.lent.set(connection, lost);
    await connection.settle(connection.remote.attachModel(rater, loaded, transfer(port, [port])));
    const hear = proxy((call: WorkingCall) => this.hear(connection, call));
    connection.remote.watchCalls(hear).catch(() => undefined);
    lost.addEventListener(
      'abort',
      () => {
        if (connection.alive)
          void connection.remote.detachModel(rater, toLabError(lost.reason).toData()).catch(() => undefined);
      },
      { once: true },
    );
  }

  private hear(connection: Connection, call: WorkingCall): void {
    this.heard.set(connection, call);
    const all = [...this.heard.values()];
    const number = all.reduce((sum, one) => sum + one.number, 0);
    this.onWorking({ ...call, number, before: all.reduce((sum, one) => sum + one.before, 0) });
  }

  /** A stop is waited for, so that the last checkpoint is whole and its file free. */
  private async trainCell(
    connection: Connection,
    id: string,
    cell: TrainingCell,
    onEvents: Stepping['onEvents'],
    signal: AbortSignal,
  ): Promise<void> {
    const stop = (): void =>
      void setTimeout(() => connection.kill(new LabError('aborted', 'Stopped.')), FAREWELL_MILLISECONDS);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await connection.settle(connection.remote.trainCell(id, cell, proxy(onEvents), signal));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private call<Result>(call: (remote: Connection['remote']) => Promise<Result>): Promise<Result> {
    const connection = this.connected();
    return connection.settle(call(connection.remote));
  }

  private stoppable<Result>(
    signal: AbortSignal,
    call: (remote: Connection['remote'], signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { remote, lost } = this.connected();
    return callWorker(lost, signal, (own) => call(remote, own));
  }

  private connected(): Connection {
    if (this.desk?.alive !== true) this.desk = this.started();
    return this.desk;
  }

  private started(): Connection {
    return connectWorker<SimulationService>(this.startWorker, DIED);
  }
}

export function createSimulationClient(
  startWorker: () => Worker,
  shared: SharedParts,
  cores: number,
): SimulationClient {
  return new WorkerSimulationClient(startWorker, shared, cores);
}

export function connectSimulations(shared: SharedParts): SimulationClient {
  return createSimulationClient(
    () =>
      new Worker(new URL('../../workers/simulation.worker.ts', import.meta.url), {
        type: 'module',
        name: 'simulation',
      }),
    shared,
    navigator.hardwareConcurrency,
  );
}
