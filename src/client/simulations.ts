/** @file Simulations as the page sees them. Types only. Every method rejects with a `LabError`. */
import type { LabError } from '../core/errors.ts';
import type { EnvironmentDescription, EnvironmentSpec, TrainingCell, TrainingSpec } from '../core/simulation.ts';
import type { SessionRecommenderDescription, SessionsSpec } from '../core/sessions.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { KeptTrace } from '../trace/trace-file.ts';
import type { WorkingCall } from '../trace/working-call.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import type { CellTrace, EpisodeStart, KeptSessions, KeptTraining, StepChoice } from '../lab/training/service.ts';

export type {
  CellTrace,
  EpisodeStart,
  KeptSessions,
  KeptTraining,
  StepChoice,
  TrainedPolicyName,
} from '../lab/training/service.ts';

export interface Stepping {
  readonly onEvents: (batch: readonly TraceEvent[]) => void;
  /** Told where a language model is loaded, or asked for what a surrogate is fitted on. */
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

export type Making = Omit<Stepping, 'onEvents'>;

export interface Training extends Making {
  readonly onEvents: (cell: TrainingCell, batch: readonly TraceEvent[]) => void;
  /** Told where a cell ends otherwise than by a stop: the other cells go on. */
  readonly onFailed?: (cell: TrainingCell, error: LabError) => void;
}

export interface SessionsClient {
  recommenders(): Promise<readonly SessionRecommenderDescription[]>;
  /** @param onId told the id that they are kept under, before anything happens */
  hold(spec: SessionsSpec, onId: (id: string) => void, stepping: Stepping): Promise<void>;
  list(): Promise<readonly KeptSessions[]>;
  read(id: string): Promise<KeptTrace>;
  remove(id: string): Promise<void>;
}

export interface SimulationClient {
  /** How many cells are trained at once. */
  readonly workers: number;
  /** Tells of each call of a language model that rates, while it is under way; `number` and `before` are those of all workers together. */
  listen(onWorking: (call: WorkingCall) => void): void;
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
  recommend(
    id: string,
    spec: TrainingSpec,
    asked: { readonly cell: TrainingCell; readonly user: number },
    stepping: Stepping,
  ): Promise<void>;
  readonly sessions: SessionsClient;
  trainings(): Promise<readonly KeptTraining[]>;
  read(id: string): Promise<readonly CellTrace[]>;
  remove(id: string): Promise<void>;
}
