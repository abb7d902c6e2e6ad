/** @file Trainings and simulated people on both sides of the worker border. Types only. */
import type { EnvironmentSpec, TrainingCell, TrainingSpec } from '../../core/simulation.ts';

export interface TrainingAsked extends TrainingSpec {
  /** All where absent; none where it is only to be kept, or to be called done. */
  readonly cells?: readonly TrainingCell[];
}

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

export interface EpisodeAsked extends EpisodeStart {
  readonly environment: EnvironmentSpec;
}

export interface ListsAsked {
  readonly spec: TrainingSpec;
  readonly cell: TrainingCell;
  readonly user: number;
}
