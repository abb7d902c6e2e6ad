/** @file Grids, and blind judging of their texts, on both sides of the worker border. Types only. */
import type { ComponentSpec } from '../../core/run.ts';
import type { EvaluationProgress, EvaluationTable, JudgingCounts, TaskRecord, Values } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import type { TextTask } from '../../core/task.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { WorkingCall } from '../../trace/call-record.ts';

export type EvaluationInput = { readonly [field: string]: Json };

export interface EvaluationOutline {
  readonly rows: readonly string[];
  /** Fewer than rows where a tree is answered twice. */
  readonly methods: number;
  readonly tasks: number;
  readonly done: number;
  readonly models: readonly ComponentSpec[];
}

export type EvaluationUpdate =
  /** Under which name it is kept, before anything else is told. */
  | { readonly type: 'kept'; readonly name: string }
  | { readonly type: 'phase'; readonly text: string }
  | { readonly type: 'progress'; readonly progress: EvaluationProgress }
  | { readonly type: 'working'; readonly call: WorkingCall }
  | { readonly type: 'table'; readonly table: EvaluationTable };

export interface EvaluatedTask {
  readonly seed: number;
  readonly task: string;
  readonly person: string;
  readonly item: string;
  readonly record: TaskRecord;
  readonly values: Values;
  /** The record and the values of the base; null for the base itself, and where the base lacks the task. */
  readonly base: { readonly record: TaskRecord; readonly values: Values } | null;
}

export interface EvaluatedTrace {
  readonly events: readonly TraceEvent[];
  /** Kept when the task was run, or run again just now. */
  readonly source: 'kept' | 'again';
  /** False where running it again gave something else than its record says. */
  readonly matches: boolean;
}

export type EvaluationExport = 'csv' | 'json' | 'tasks.csv';

/** Before a judgement nothing says who wrote what. */
export interface BlindQuestion {
  readonly id: string;
  readonly task: TextTask;
  readonly texts: readonly string[];
}

export interface JudgingStep {
  readonly counts: JudgingCounts;
  readonly question: BlindQuestion | null;
}
