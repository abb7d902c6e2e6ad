/**
 * @file What the cells of a notebook came to: folds over the events of their runs, small enough to be read at once when the
 * notebook is opened. The events themselves are kept beside them.
 */
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

/** A turn of a conversation. */
export interface TurnOutput {
  readonly said: string;
  readonly reply: string;
  /** The tools of the last attempt, each with the number of candidates that it left. */
  readonly funnel: readonly { readonly tool: string; readonly left: number }[];
}

/** An item of a list, with what a simulated person rated it; null where nobody did. */
export interface ListedItem {
  readonly title: string;
  readonly rating: number | null;
}

/** A point of a learning curve, as `PolicyFold` tells it. */
export interface KeptCurvePoint extends Omit<CurvePoint, 'expectedReward'> {
  /** Absent in outputs from before 26 November 2026. */
  readonly expectedReward?: number | null;
}

/** What one task of a run came to. */
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
  /** What ended it. */
  readonly error: LabErrorData | null;
  /** These are the costs of planning and of the answer above, as a run that asks for this answer alone would have them. */
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** What the answer from all that was explored cost besides. */
  readonly besides?: Pick<Costs, 'modelCalls' | 'tokens'>;
  /** Of a conversation alone. */
  readonly turn?: TurnOutput;
  /** What was named in a turn, or recommended to a simulated person, in order. */
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

/** What one run of a cell came to. */
export interface RunOutput {
  /** What tells it from the cell's other runs: `self-inspiring`. */
  readonly label: string;
  readonly dataset: Pick<DatasetManifest, 'name' | 'title' | 'synthetic'>;
  /** As the events name it: `reasoner v1`. */
  readonly model: string;
  readonly summary: RunSummary;
  readonly fingerprints: RunFingerprints;
  /** What ended it before its tasks were done. */
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
  /** Of the surrogate that a policy learnt from. */
  readonly surrogate?: SurrogateQuality;
  readonly events: number;
  /** The name of the file with its events. */
  readonly trace: string;
}

/** How far a run is. */
export interface RunPosition {
  readonly done: number;
  readonly tasks: number;
  readonly events: number;
}

/** A run as an output, while it grows. */
export interface RunFold {
  add(event: TraceEvent): void;
  readonly position: RunPosition;
  /** The run's output; null until it ends. */
  end(): RunOutput | null;
}

/** Runs of a cell. */
export interface RunsOutput {
  readonly kind: 'runs';
  /** In the cell's order; fewer than it stands for where it was stopped. */
  readonly runs: readonly RunOutput[];
  /** What ended the cell before its runs were done, as a sentence; null where nothing did. */
  readonly problem: string | null;
}

/** Rows of a dataset or of a statement. */
export interface RowsOutput {
  readonly kind: 'rows';
  readonly dataset: DatasetManifest;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** True where rows past the cap were left out. */
  readonly truncated: boolean;
  /** What is wrong with the statement; null where nothing is. */
  readonly problem: string | null;
  /** The name of the file with its events. */
  readonly trace: string;
}

/** What a cell came to, and of what. */
export type CellOutput = {
  /** The cell's id. */
  readonly cell: string;
  /** A digest of the cell and of all that it rested on: the output is stale where they are not the same any more. */
  readonly basis: string;
  /** The version of the lab that made it. */
  readonly app: string;
  /** In milliseconds since 1970. */
  readonly finishedAt: number;
} & (RunsOutput | RowsOutput);
