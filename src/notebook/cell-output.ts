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
import type { TraceEvent } from '../core/trace.ts';
import type { CurvePoint } from '../trace/training-fold.ts';

export interface TurnOutput {
  readonly said: string;
  readonly reply: string;
  readonly funnel: readonly { readonly tool: string; readonly left: number }[];
}

export interface ListedItem {
  readonly title: string;
  readonly rating: number | null;
}

export interface KeptCurvePoint extends Omit<CurvePoint, 'expectedReward'> {
  /** Absent in outputs from before 26 November 2026. */
  readonly expectedReward?: number | null;
}

export interface TaskOutput {
  /** `599:6`. */
  readonly id: string;
  /** `Ada · Heat (1995)`. */
  readonly label: string;
  /** From the states that the planner kept; from all that it explored where there is no other answer. */
  readonly answer: Recommendation | null;
  /** From all that was explored, where the answer above is from what was kept. */
  readonly exploredAnswer?: Recommendation;
  readonly truth: Truth | null;
  /** By name, `RMSE (explored)` for the second answer of one tree. */
  readonly metrics: { readonly [name: string]: number };
  readonly error: LabErrorData | null;
  /** These are the costs of planning and of the answer above, as a run that asks for this answer alone would have them. */
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** What the answer from all that was explored cost besides. */
  readonly besides?: Pick<Costs, 'modelCalls' | 'tokens'>;
  readonly turn?: TurnOutput;
  readonly listed?: readonly ListedItem[];
}

/** The first event that differs, side by side; null where one of the runs has no more events. */
export interface EventDifference {
  readonly seq: number;
  /** The first member that differs: `messages.1.content`; null where one event is missing. */
  readonly member: string | null;
  readonly expected: TraceEvent | null;
  readonly measured: TraceEvent | null;
}

export interface RunOutput {
  /** What tells it from the cell's other runs: `self-inspiring`. */
  readonly label: string;
  readonly dataset: Pick<DatasetManifest, 'name' | 'title' | 'synthetic'>;
  /** As the events name it: `reasoner v1`. */
  readonly model: string;
  readonly summary: RunSummary;
  readonly fingerprints: RunFingerprints;
  readonly error: LabErrorData | null;
  readonly tasks: readonly TaskOutput[];
  /** By metric, 95 % by bootstrap over people; left out where there are fewer than ten. */
  readonly intervals?: { readonly [metric: string]: Interval };
  /** Of a policy alone: what was trained, whatever the cell says by now. */
  readonly training?: CellTrainingSpec;
  /** Of a policy that learnt alone. */
  readonly curve?: readonly KeptCurvePoint[];
  /** Of a policy: what its lists are worth on average, where it is known. */
  readonly expectedReward?: number;
  readonly surrogate?: SurrogateQuality;
  readonly events: number;
  readonly trace: string;
}

export interface RunPosition {
  readonly done: number;
  readonly tasks: number;
  readonly events: number;
}

export interface RunFold {
  add(event: TraceEvent): void;
  readonly position: RunPosition;
  end(): RunOutput | null;
}

export interface RunsOutput {
  readonly kind: 'runs';
  /** In the cell's order; fewer than it stands for where it was stopped. */
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
  /** A digest of the cell and of all that it rested on: the output is stale where they are not the same any more. */
  readonly basis: string;
  readonly app: string;
  /** In milliseconds since 1970. */
  readonly finishedAt: number;
} & (RunsOutput | RowsOutput);
