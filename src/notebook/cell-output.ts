/** @file What the cells of a notebook came to, small enough to be read when it is opened; events are kept beside them. */
import type { Costs } from '../core/costs.ts';
import type { SqlValue } from '../core/database.ts';
import type { DatasetManifest } from '../core/dataset.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { Interval } from '../core/evaluation.ts';
import type { CellTrainingSpec, RunFingerprints } from './notebook.ts';
import type { RunSummary } from '../core/run.ts';
import type { Recommendation, Truth } from '../core/task.ts';
import type { SurrogateQuality } from '../core/simulation.ts';
import type { EventOf, TraceEvent } from '../core/trace.ts';
import type { CurvePoint } from '../trace/training-fold.ts';

export interface TurnOutput {
  readonly said: string;
  readonly reply: string;
  readonly named: number;
  readonly funnel: readonly { readonly tool: string; readonly left: number }[];
}

export interface TaskOutput {
  readonly id: string;
  readonly label: string;
  /** From the states that the planner kept; from all that it explored where there is no other answer. */
  readonly answer: Recommendation | null;
  readonly exploredAnswer?: Recommendation;
  readonly truth: Truth | null;
  readonly metrics: { readonly [name: string]: number };
  readonly error: LabErrorData | null;
  /** Of planning and the answer above, without the second answer. */
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** What the answer from all that was explored cost besides. */
  readonly besides?: Pick<Costs, 'modelCalls' | 'tokens'>;
  readonly turn?: TurnOutput;
}

export interface EventDifference {
  readonly seq: number;
  /** The first member that differs: `messages.1.content`; null where one event is missing. */
  readonly member: string | null;
  readonly expected: TraceEvent | null;
  readonly measured: TraceEvent | null;
}

export interface RunOutput {
  readonly label: string;
  readonly dataset: Pick<DatasetManifest, 'name' | 'title' | 'synthetic'>;
  readonly model: string;
  readonly summary: RunSummary;
  readonly fingerprints: RunFingerprints;
  readonly error: LabErrorData | null;
  readonly tasks: readonly TaskOutput[];
  /** By metric, 95 % by bootstrap over people; left out where there are fewer than ten. */
  readonly intervals?: { readonly [metric: string]: Interval };
  readonly training?: CellTrainingSpec;
  readonly curve?: readonly CurvePoint[];
  readonly expectedReward?: number | null;
  readonly surrogate?: SurrogateQuality | null;
  readonly events: number;
  readonly trace: string;
}

export interface RunPosition {
  readonly done: number;
  readonly tasks: number;
}

export type RunEnd = Omit<RunOutput, 'label' | 'trace' | 'dataset' | 'model' | 'fingerprints' | 'events'> & {
  readonly dataset: RunOutput['dataset'] & { readonly sha256: string };
};

export interface RunPart {
  add(event: TraceEvent): void;
  readonly done: number;
  end(start: EventOf<'run-start'>, last: EventOf<'run-end'>): RunEnd | null;
}

export interface RunsOutput {
  readonly kind: 'runs';
  readonly runs: readonly RunOutput[];
  readonly problem: string | null;
}

export interface RowsOutput {
  readonly kind: 'rows';
  readonly dataset: DatasetManifest;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  readonly truncated: boolean;
  readonly problem: string | null;
  readonly trace: string;
}

export type CellOutput = {
  readonly cell: string;
  /** A digest of the cell and of all that it rests on; the output is stale where it differs. */
  readonly basis: string;
  readonly app: string;
  readonly finishedAt: number;
} & (RunsOutput | RowsOutput);
