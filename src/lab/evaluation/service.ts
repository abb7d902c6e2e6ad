/**
 * @file What the lab offers of evaluations to the page, on both sides of the worker border. Types only.
 */
import type { ComponentSpec } from '../../core/run.ts';
import type { EvaluationEnd, EvaluationProgress, EvaluationTable, TaskRecord, Values } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { WorkingCall } from '../../trace/working-call.ts';
import type { AskingModels } from '../../rpc/transfer-handlers.ts';

/** An evaluation as people write it; docs/evaluation.md describes it. */
export type EvaluationInput = { readonly [field: string]: Json };

/** What an evaluation would run, and how much of that is done already. */
export interface EvaluationOutline {
  /** The labels of the rows. */
  readonly rows: readonly string[];
  /** Fewer than rows where a tree is answered twice. */
  readonly methods: number;
  /** Of all methods together. */
  readonly tasks: number;
  readonly done: number;
  /** The models that have to be loaded for what is not done yet. */
  readonly models: readonly ComponentSpec[];
}

/** What an evaluation tells while it runs. */
export type EvaluationUpdate =
  /** Under which name it is kept, before anything else is told. */
  | { readonly type: 'kept'; readonly name: string }
  /** Something slow before the next task: `Fitting SASRec`. */
  | { readonly type: 'phase'; readonly text: string }
  | { readonly type: 'progress'; readonly progress: EvaluationProgress }
  /** A call of a language model that is under way. */
  | { readonly type: 'working'; readonly call: WorkingCall }
  | { readonly type: 'table'; readonly table: EvaluationTable };

/** An evaluation that is kept in this browser. */
export interface KeptEvaluation {
  readonly name: string;
  /** The name of its dataset. */
  readonly dataset: string;
  readonly spec: EvaluationInput;
  readonly tasks: number;
  readonly done: number;
  /** When it was last run, in milliseconds since 1970; 0 where that is not known. */
  readonly runAt: number;
  /** Why it cannot be opened; empty where it can. */
  readonly fault: string;
}

/** One task under one method, and beside it what the base came to. */
export interface EvaluatedTask {
  readonly seed: number;
  /** `599:6`. */
  readonly task: string;
  readonly person: string;
  /** The title of the item that it is about. */
  readonly item: string;
  /** Of the run, whose trace it leads to. */
  readonly record: TaskRecord;
  /** Of the row's answer, by metric. */
  readonly values: Values;
  /** The record and the values of the base; null for the base itself, and where the base lacks the task. */
  readonly base: { readonly record: TaskRecord; readonly values: Values } | null;
}

/** The trace of a task. */
export interface EvaluatedTrace {
  readonly events: readonly TraceEvent[];
  /** Kept when the task was run, or run again just now. */
  readonly source: 'kept' | 'again';
  /** False where running it again gave something else than its record says. */
  readonly matches: boolean;
}

/** The files that an evaluation can be saved as. */
export type EvaluationExport = 'html' | 'csv' | 'json' | 'tasks.csv' | 'tasks.jsonl' | 'traces.jsonl';

/** What the run of an evaluation takes. */
export interface Evaluating extends AskingModels {
  readonly onUpdate: (update: EvaluationUpdate) => void;
}

/** Evaluations of the open dataset, and those that are kept. Every method rejects with a `LabError`. */
export interface EvaluationService {
  /** Checks an evaluation of the open dataset. */
  outline(input: EvaluationInput): Promise<EvaluationOutline>;
  /**
   * Runs what is not yet done of an evaluation of the open dataset, and keeps it. Only one runs at a time. After an abort it
   * resolves with the outcome `aborted`, or rejects so where its worker was lost.
   */
  run(input: EvaluationInput, evaluating: Evaluating): Promise<EvaluationEnd>;
  /** The last run first. */
  list(): Promise<readonly KeptEvaluation[]>;
  /** The table of what is kept, finished or not. */
  table(name: string): Promise<EvaluationTable>;
  /**
   * The table with another row as its reference, from now on also where it is read again or exported.
   * @throws LabError `name-unknown`, `spec-invalid` where it has no such row
   */
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
  remove(name: string): Promise<void>;
}
