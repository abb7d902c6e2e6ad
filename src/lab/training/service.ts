/** @file What a worker of simulations offers to the page: environments step by step, and trainings. Types only. */
import type { EnvironmentDescription, EnvironmentSpec, TrainingCell, TrainingSpec } from '../../core/simulation.ts';
import type { SessionRecommenderDescription, SessionsSpec } from '../../core/sessions.ts';
import type { WorkingCall } from '../../trace/call-record.ts';
import type { OnEvents } from '../../rpc/transfer-handlers.ts';
import type { LabService } from '../service.ts';

export type StepChoice =
  | { readonly type: 'item'; readonly item: number }
  | { readonly type: 'random' }
  /** What the rater would rate highest, as far as it can be known without a history. */
  | { readonly type: 'oracle' };

export interface EpisodeStart {
  /** Who rates: the environment's own rater, or a surrogate fitted on it. */
  readonly ratedBy: 'rater' | 'surrogate';
  readonly seed: number;
  /** Whose episode it is; drawn where null. */
  readonly user: number | null;
}

/** Simulations. Every method rejects with a `LabError`; signals are top-level arguments. */
export interface SimulationService extends Pick<LabService, 'ping' | 'attachModel' | 'detachModel'> {
  /** Who and what an environment is made of. */
  describeEnvironment(spec: EnvironmentSpec, signal: AbortSignal): Promise<EnvironmentDescription>;
  /** Begins an episode. Another environment, or another one who rates, begins a trace anew; else the trace goes on. */
  reset(spec: EnvironmentSpec, start: EpisodeStart, onEvents: OnEvents, signal: AbortSignal): Promise<void>;
  step(choice: StepChoice, onEvents: OnEvents, signal: AbortSignal): Promise<void>;
  /** Checks a training and keeps its spec under the id. */
  beginTraining(id: string, spec: TrainingSpec): Promise<TrainingSpec>;
  /** Trains a cell from its checkpoint on and judges it, unless done. @throws LabError `aborted` once the work is kept */
  trainCell(id: string, cell: TrainingCell, onEvents: OnEvents, signal: AbortSignal): Promise<void>;
  /** Says in the list that a training is done, where all of its cells are. */
  endTraining(id: string): Promise<void>;
  /** Tells from now on of each call of the model that rates, while it is under way. Never ends: callbacks last as long as their call. */
  watchCalls(onWorking: (call: WorkingCall) => void): Promise<void>;
  /** Fits the surrogate of a language model. @param onRatings ratings done, and of how many */
  openGround(
    spec: EnvironmentSpec,
    usesSurrogate: boolean,
    onRatings: (done: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Ten recommendations to a person before a cell's training and ten after it, rated by the rater: two tasks of one trace. */
  recommend(id: string, cell: TrainingCell, user: number, onEvents: OnEvents, signal: AbortSignal): Promise<void>;
  sessionRecommenders(): Promise<readonly SessionRecommenderDescription[]>;
  /** Holds sessions, and keeps them under the id. @throws LabError `aborted`, `spec-invalid` */
  holdSessions(id: string, spec: SessionsSpec, onEvents: OnEvents, signal: AbortSignal): Promise<void>;
}
