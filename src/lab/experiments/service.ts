/** @file What the lab offers of all that people make, on both sides of the worker border. Types only. */
import type { JsonObject } from '../../core/json.ts';
import type { RunSummary } from '../../core/run.ts';
import type { Recommendation, Truth } from '../../core/task.ts';

export type ExperimentKind = 'run' | 'grid' | 'chat' | 'training' | 'sessions' | 'notebook';

export interface ExperimentResult extends Pick<RunSummary, 'tasks' | 'metrics'> {
  /** Of its only task, unless that is a text. */
  readonly answer?: Recommendation;
  readonly truth?: Truth;
  /** The beginning of what agents replied to a request. */
  readonly reply?: string;
}

/** Something that a person made: a spec, and the events that came of it. This is what a list shows, and `spec.json` holds. */
export interface Experiment {
  readonly id: string;
  readonly kind: ExperimentKind;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly title: string;
  /** What was asked: `rating prediction · Ada King · Film club · seed 7`. */
  readonly about: string;
  readonly dataset: string;
  readonly spec: JsonObject;
  /** `running` where it has not come to its end: the tab may have been closed in the middle. */
  readonly outcome: 'done' | 'failed' | 'aborted' | 'running';
  /** Left out as long as a run has not ended. */
  readonly result?: ExperimentResult;
  /** What its kind has to know besides. */
  readonly more?: JsonObject;
}
