/**
 * @file Simulations have labs of their own: one for people step by step and for sessions, and as many as the machine has cores less
 * one for training, each with one policy under one seed at a time.
 */
import { LabError, toLabError } from '../core/errors.ts';
import { trainingCells, type TrainingCell, type TrainingSpec } from '../core/simulation.ts';
import type { Going, LabService, Starting } from '../lab/service.ts';
import type { StepChoice } from '../lab/training/service.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import type { OnEvents } from '../rpc/transfer-handlers.ts';
import type { WorkingCall } from '../trace/call-record.ts';
import type { LabConnection } from './lab-connection.ts';

export type * from '../lab/training/service.ts';

export interface Stepping {
  readonly onEvents?: OnEvents;
  /** Told where a language model is loaded, or asked for what a surrogate is fitted on. */
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

export interface Training extends Omit<Stepping, 'onEvents'> {
  readonly onEvents: (cell: TrainingCell, batch: Parameters<OnEvents>[0]) => void;
  /** Told where a cell ends otherwise than by a stop: the other cells go on. */
  readonly onFailed?: (cell: TrainingCell, error: LabError) => void;
}

type Simulated = 'training' | 'sessions' | 'episode' | 'lists';

export class SimulationClient {
  readonly workers: number;
  readonly query: LabService['query'];
  private readonly connect: () => LabConnection;
  private readonly lab: LabService;
  private onWorking: (call: WorkingCall) => void = () => undefined;
  private heard = new Map<object, number>();

  constructor(connect: () => LabConnection, cores: number) {
    this.connect = connect;
    this.lab = connect().lab;
    this.query = (...given) => this.lab.query(...given);
    this.workers = Math.max(1, cores - 1);
  }

  /** Tells of each call of a language model that rates; `number` is that of all workers together. */
  listen(onWorking: (call: WorkingCall) => void): void {
    this.onWorking = onWorking;
  }

  async start<Kind extends Simulated>(
    kind: Kind,
    id: string | null,
    spec: Parameters<Starting[Kind]>[0],
    stepping: Stepping,
  ): Promise<void> {
    await this.lab.start(kind, id, spec, this.going(stepping, this));
  }

  step(choice: StepChoice, stepping: Stepping): Promise<void> {
    return this.lab.say('', choice, this.going(stepping, this));
  }

  /**
   * Trains every cell of a training that is not done, from its checkpoint on. A stop loses at most what came after the last
   * checkpoints, which is then trained again to the same numbers.
   * @throws LabError `aborted`
   */
  async train(id: string, spec: TrainingSpec, { onEvents, onFailed, ...training }: Training): Promise<void> {
    const { signal } = training;
    this.heard = new Map();
    const waiting = [...trainingCells(spec)];
    // It is kept, and a language model's surrogate is made once, and not by every worker.
    await this.start('training', id, { ...spec, cells: [] }, training);
    const work = async (): Promise<void> => {
      const connection = this.connect();
      try {
        for (let cell = waiting.shift(); cell !== undefined && !signal.aborted; cell = waiting.shift()) {
          const own = cell;
          const going = this.going({ ...training, onEvents: (batch) => onEvents(own, batch) }, connection);
          await connection.lab.start('training', id, { ...spec, cells: [own] }, going).catch((thrown: unknown) => {
            const error = toLabError(thrown);
            if (error.code !== 'aborted') onFailed?.(own, error);
          });
        }
      } finally {
        connection.end();
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.workers, waiting.length) }, work));
    if (signal.aborted) throw new LabError('aborted', 'Stopped.');
  }

  private going({ onProgress = () => undefined, ...stepping }: Stepping, worker: object): Going {
    return {
      ...stepping,
      onLoading: onProgress,
      onUpdate: (update) => {
        if (update.type === 'ratings') {
          const { rater, done, of } = update;
          const phase = `Asking ${rater} for rating ${String(done)} of ${String(of)}`;
          onProgress({ phase, bytes: done, totalBytes: of });
        } else if (update.type === 'working') {
          this.heard.set(worker, update.call.number);
          const number = [...this.heard.values()].reduce((sum, one) => sum + one, 0);
          this.onWorking({ ...update.call, number });
        }
      },
    };
  }
}
