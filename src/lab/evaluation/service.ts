/** @file What the lab offers of evaluations to the page, on both sides of the worker border. Types only. */
import type { ComponentSpec } from '../../core/run.ts';
import type { EvaluationEnd, EvaluationProgress, EvaluationTable, TaskRecord, Values } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { WorkingCall } from '../../trace/call-record.ts';
import type { AskingModels } from '../../rpc/transfer-handlers.ts';

export type EvaluationInput = { readonly [field: string]: Json };

export interface EvaluationOutline {
  readonly rows: readonly string[];
  /** Fewer than rows where a tree is answered twice. */
  readonly methods: number;
  readonly tasks: number;
  readonly done: number;
  /** The models that have to be loaded for what is not done yet. */
  readonly models: readonly ComponentSpec[];
}

/** What an evaluation tells while it runs. */
export type EvaluationUpdate =
  /** Under which name it is kept, before anything else is told. */
  | { readonly type: 'kept'; readonly name: string }
  | { readonly type: 'phase'; readonly text: string }
  | { readonly type: 'progress'; readonly progress: EvaluationProgress }
  /** A call of a language model that is under way. */
  | { readonly type: 'working'; readonly call: WorkingCall }
  | { readonly type: 'table'; readonly table: EvaluationTable };

export interface EvaluatedTask {
  readonly seed: number;
  /** `599:6`. */
  readonly task: string;
  readonly person: string;
  /** The title of the item that it is about. */
  readonly item: string;
  /** Of the run, whose trace it leads to. */
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

export type EvaluationExport = 'html' | 'csv' | 'json' | 'tasks.csv';

export interface Evaluating extends AskingModels {
  readonly onUpdate: (update: EvaluationUpdate) => void;
}

/** Evaluations of the open dataset, and those that are kept. Every method rejects with a `LabError`. */
export interface EvaluationService {
  outline(input: EvaluationInput): Promise<EvaluationOutline>;
  /** Runs and keeps what is not done, one evaluation at a time. An abort resolves with the outcome `aborted`. */
  run(input: EvaluationInput, evaluating: Evaluating): Promise<EvaluationEnd>;
  table(name: string): Promise<EvaluationTable>;
  /** The table with another row as its base, from now on. @throws LabError `name-unknown`, `spec-invalid` for no such row */
  compareWith(name: string, base: string): Promise<EvaluationTable>;
  /** The tasks of a row, in the order of seeds and people. */
  tasks(name: string, label: string): Promise<readonly EvaluatedTask[]>;
  /** The trace of a task: as it was kept, or run again where that gives the same. */
  trace(name: string, record: TaskRecord, signal: AbortSignal): Promise<EvaluatedTrace>;
  export(
    name: string,
    as: EvaluationExport,
    slow: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
  ): Promise<Blob>;
}
