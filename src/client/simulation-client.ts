/**
 * @file The page's door to simulations: one worker for environments step by step and for what is kept, and as many as the machine
 * has cores less one for training, each with one policy under one seed at a time. Every method rejects with a `LabError`.
 */
import { proxy } from 'comlink';
import { wallClock } from '../core/clock.ts';
import { LabError, NEVER, toLabError } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { SessionsSpec } from '../core/sessions.ts';
import { trainingCells, type EnvironmentSpec, type TrainingCell, type TrainingSpec } from '../core/simulation.ts';
import type { EpisodeStart, SimulationService, StepChoice } from '../lab/training/service.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import { remote, type Verbs } from '../rpc/remote.ts';
import { installTransferHandlers, type OnEvents } from '../rpc/transfer-handlers.ts';
import { callWorker, connectWorker, type WorkerConnection } from '../rpc/worker-connection.ts';
import type { WorkingCall } from '../trace/call-record.ts';
import type { ModelClient } from './lab.ts';
import type { TabStorage } from './tab-storage.ts';

export type * from '../lab/training/service.ts';

export interface Stepping {
  readonly onEvents: OnEvents;
  /** Told where a language model is loaded, or asked for what a surrogate is fitted on. */
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

type Making = Omit<Stepping, 'onEvents'>;

export interface Training extends Making {
  readonly onEvents: (cell: TrainingCell, batch: Parameters<OnEvents>[0]) => void;
  /** Told where a cell ends otherwise than by a stop: the other cells go on. */
  readonly onFailed?: (cell: TrainingCell, error: LabError) => void;
}

type Connection = WorkerConnection<SimulationService>;

const DIED =
  'The worker of a simulation stopped by itself, most likely because memory ran out. Go on: it begins at the last checkpoint.';
/** A worker that was told to stop may take this long to keep what it has. */
const FAREWELL_MILLISECONDS = 1500;
const RULES = 'rules';
const STOPPED = (): LabError => new LabError('aborted', 'Stopped.');

interface SharedParts {
  readonly models: ModelClient;
  readonly storage: TabStorage;
}

/** Simulations. A language model that rates is loaded when it is first asked. */
export class SimulationClient {
  /** How many cells are trained at once. */
  readonly workers: number;
  private readonly startWorker: () => Worker;
  private readonly models: ModelClient;
  private readonly storage: TabStorage;
  private readonly desk: SimulationService;
  private connection: Connection | null = null;
  private onWorking: (call: WorkingCall) => void = () => undefined;
  private heard = new Map<Connection, WorkingCall>();

  constructor(startWorker: () => Worker, { models, storage }: SharedParts, cores: number) {
    installTransferHandlers();
    this.startWorker = () => storage.adopt(startWorker());
    this.models = models;
    this.storage = storage;
    this.workers = Math.max(1, cores - 1);
    this.desk = remote((signal, call) => {
      const connection = this.connected();
      return callWorker(connection.lost, signal ?? NEVER, () => call(connection.remote as unknown as Verbs));
    });
  }

  readonly sessions = {
    recommenders: () => this.desk.sessionRecommenders(),
    hold: (spec: SessionsSpec, { onEvents, signal }: Stepping) => {
      this.storage.made();
      return this.desk.holdSessions(`sessions-${String(wallClock())}`, spec, onEvents, signal);
    },
  };

  /** Tells of each call of a language model that rates; `number` and `before` are those of all workers together. */
  listen(onWorking: (call: WorkingCall) => void): void {
    this.onWorking = onWorking;
  }

  readonly describe: SimulationService['describeEnvironment'] = (...given) => this.desk.describeEnvironment(...given);

  async reset(spec: EnvironmentSpec, start: EpisodeStart, stepping: Stepping): Promise<void> {
    await this.make(spec, start.ratedBy === 'surrogate', stepping);
    await this.desk.reset(spec, start, stepping.onEvents, stepping.signal);
  }

  step(choice: StepChoice, { onEvents, signal }: Stepping): Promise<void> {
    return this.desk.step(choice, onEvents, signal);
  }

  /** Checks a training and keeps its spec. @returns its id, and the spec with its defaults */
  async begin(spec: TrainingSpec): Promise<{ readonly id: string; readonly spec: TrainingSpec }> {
    const id = `training-${String(wallClock())}`;
    this.storage.made();
    return { id, spec: await this.desk.beginTraining(id, spec) };
  }

  /**
   * Trains every cell of a kept training that is not done, from its checkpoint on. A stop loses at most what came after the last
   * checkpoints, which is then trained again to the same numbers.
   * @throws LabError `aborted`
   */
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
        connection.kill(STOPPED());
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.workers, waiting.length) }, work));
    if (signal.aborted) throw STOPPED();
    await this.desk.endTraining(id);
  }

  async recommend(
    id: string,
    spec: TrainingSpec,
    asked: { readonly cell: TrainingCell; readonly user: number },
    stepping: Stepping,
  ): Promise<void> {
    await this.make(spec.environment, spec.learnsFrom === 'surrogate', stepping);
    await this.desk.recommend(id, asked.cell, asked.user, stepping.onEvents, stepping.signal);
  }

  /** Lends the model that rates, and makes what takes long. */
  private async make(spec: EnvironmentSpec, usesSurrogate: boolean, making: Making): Promise<void> {
    const { rater } = spec;
    await this.lend(this.connected(), rater, making);
    if (rater.name === RULES) return;
    const { onProgress, signal } = making;
    const tell = (done: number, of: number): void =>
      onProgress?.({
        phase: `Asking ${rater.name} for rating ${String(done)} of ${String(of)}`,
        bytes: done,
        totalBytes: of,
      });
    await this.desk.openGround(spec, usesSurrogate, tell, signal);
  }

  private async lend(
    connection: Connection,
    rater: ComponentSpec,
    { onProgress = () => undefined, signal }: Making,
  ): Promise<void> {
    if (rater.name === RULES) return;
    if (!(await this.models.lend(connection, rater, { onProgress, signal }))) return;
    const hear = proxy((call: WorkingCall) => this.hear(connection, call));
    connection.remote.watchCalls(hear).catch(() => undefined);
  }

  private hear(connection: Connection, call: WorkingCall): void {
    this.heard.set(connection, call);
    const number = [...this.heard.values()].reduce((sum, one) => sum + one.number, 0);
    this.onWorking({ ...call, number });
  }

  /** A stop is waited for, so that the last checkpoint is whole and its file free. */
  private async trainCell(
    connection: Connection,
    id: string,
    cell: TrainingCell,
    onEvents: OnEvents,
    signal: AbortSignal,
  ): Promise<void> {
    const stop = (): void => void setTimeout(() => connection.kill(STOPPED()), FAREWELL_MILLISECONDS);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await connection.settle(connection.remote.trainCell(id, cell, proxy(onEvents), signal));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private connected(): Connection {
    if (this.connection?.alive !== true) this.connection = this.started();
    return this.connection;
  }

  private started(): Connection {
    return connectWorker<SimulationService>(this.startWorker, DIED);
  }
}

/** Simulations in workers of their own. The address has to stand here as it is: the bundler finds the worker by it. */
export function connectSimulations(shared: SharedParts): SimulationClient {
  const start = (): Worker =>
    new Worker(new URL('../../workers/simulation.worker.ts', import.meta.url), { type: 'module', name: 'simulation' });
  return new SimulationClient(start, shared, navigator.hardwareConcurrency);
}
