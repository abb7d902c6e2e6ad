/**
 * @file The page's door to simulations: one worker for environments step by step and for what is kept, and as many as the machine
 * has cores less one for training, each with one policy under one seed at a time.
 */
import { proxy } from 'comlink';
import { wallClock } from '../core/clock.ts';
import { LabError, toLabError } from '../core/errors.ts';
import {
  trainingCells,
  type EnvironmentDescription,
  type EnvironmentSpec,
  type TrainingCell,
  type TrainingSpec,
} from '../core/simulation.ts';
import type { TraceEvent } from '../core/trace.ts';
import { callWorker } from '../wire/call-worker.ts';
import type {
  CellTrace,
  EpisodeStart,
  KeptTraining,
  SimulationService,
  StepChoice,
} from '../wire/simulation-service.ts';
import { installTransferHandlers } from '../wire/transfer-handlers.ts';
import { connectWorker, type WorkerConnection } from './worker-connection.ts';

export type {
  CellTrace,
  EpisodeStart,
  KeptTraining,
  StepChoice,
  TrainedPolicyName,
} from '../wire/simulation-service.ts';

/** What an episode takes. */
export interface Stepping {
  readonly onEvents: (batch: readonly TraceEvent[]) => void;
  readonly signal: AbortSignal;
}

/** What training takes. */
export interface Training {
  readonly onEvents: (cell: TrainingCell, batch: readonly TraceEvent[]) => void;
  /** Told where a cell ends otherwise than by a stop or in its own events: the other cells go on. */
  readonly onFailed?: (cell: TrainingCell, error: LabError) => void;
  readonly signal: AbortSignal;
}

/** Simulations, as the page sees them. Every method rejects with a `LabError`. */
export interface SimulationClient {
  /** How many cells are trained at once. */
  readonly workers: number;
  describe(spec: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription>;
  reset(spec: EnvironmentSpec, start: EpisodeStart, stepping: Stepping): Promise<void>;
  step(choice: StepChoice, stepping: Stepping): Promise<void>;
  /** Checks a training and keeps its spec. @returns its id, and the spec with its defaults */
  begin(spec: TrainingSpec): Promise<{ readonly id: string; readonly spec: TrainingSpec }>;
  /**
   * Trains every cell of a kept training that is not done, from its checkpoint on. A stop loses at most what came after the last
   * checkpoints, which is then trained again to the same numbers.
   * @throws LabError `aborted`
   */
  train(id: string, spec: TrainingSpec, training: Training): Promise<void>;
  /** Latest first. */
  trainings(): Promise<readonly KeptTraining[]>;
  read(id: string): Promise<readonly CellTrace[]>;
  remove(id: string): Promise<void>;
}

type Connection = WorkerConnection<SimulationService>;

const DIED =
  'The worker of a simulation stopped by itself, most likely for want of memory. Go on: it begins at the last checkpoint.';
/** A worker that was told to stop may take this long to keep what it has. */
const FAREWELL_MILLISECONDS = 1500;

class WorkerSimulationClient implements SimulationClient {
  readonly workers: number;
  private readonly startWorker: () => Worker;
  private desk: Connection | null = null;

  constructor(startWorker: () => Worker, cores: number) {
    installTransferHandlers();
    this.startWorker = startWorker;
    this.workers = Math.max(1, cores - 1);
  }

  describe(spec: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription> {
    return this.stoppable(signal, (remote, own) => remote.describeEnvironment(spec, own));
  }

  reset(spec: EnvironmentSpec, start: EpisodeStart, { onEvents, signal }: Stepping): Promise<void> {
    return this.stoppable(signal, (remote, own) => remote.reset(spec, start, proxy(onEvents), own));
  }

  step(choice: StepChoice, { onEvents, signal }: Stepping): Promise<void> {
    return this.stoppable(signal, (remote, own) => remote.step(choice, proxy(onEvents), own));
  }

  async begin(spec: TrainingSpec): Promise<{ readonly id: string; readonly spec: TrainingSpec }> {
    const id = String(wallClock());
    return { id, spec: await this.call((remote) => remote.beginTraining(id, spec)) };
  }

  async train(id: string, spec: TrainingSpec, { onEvents, onFailed, signal }: Training): Promise<void> {
    const waiting = [...trainingCells(spec)];
    const work = async (): Promise<void> => {
      let connection = this.started();
      try {
        for (let cell = waiting.shift(); cell !== undefined && !signal.aborted; cell = waiting.shift()) {
          const own = cell;
          await this.trainCell(connection, id, own, (batch) => onEvents(own, batch), signal).catch(
            (thrown: unknown) => {
              const error = toLabError(thrown);
              if (error.code === 'aborted') return;
              onFailed?.(own, error);
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

  trainings(): Promise<readonly KeptTraining[]> {
    return this.call((remote) => remote.trainings());
  }

  read(id: string): Promise<readonly CellTrace[]> {
    return this.call((remote) => remote.readTraining(id));
  }

  remove(id: string): Promise<void> {
    return this.call((remote) => remote.removeTraining(id));
  }

  /** A stop is waited for, so that the last checkpoint is whole and its file free. */
  private async trainCell(
    connection: Connection,
    id: string,
    cell: TrainingCell,
    onEvents: (batch: readonly TraceEvent[]) => void,
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

/**
 * A client of simulations.
 * @param startWorker makes a new simulation worker
 * @param cores of the machine
 */
export function createSimulationClient(startWorker: () => Worker, cores: number): SimulationClient {
  return new WorkerSimulationClient(startWorker, cores);
}
