/**
 * @file What the page may ask of the lab. Types only: the page is written against them, whichever worker answers.
 */
import type { DatasetManifest, RejectedRow } from '../core/dataset.ts';
import type { RunSpec, RunSummary } from '../core/run.ts';
import type { Task, UserReference } from '../core/task.ts';
import type { TraceEvent } from '../core/trace.ts';

/** A planner as the page lists it. */
export interface PlannerDescription {
  /** `self-inspiring`, as in a RunSpec. */
  readonly name: string;
  /** `Self-Inspiring`. */
  readonly title: string;
  /** What its answer is conditioned on, in a few words: `keeps everything it explored`. */
  readonly keeps: string;
  /** Where it comes from: `RecMind, Algorithm 1`. */
  readonly reference: string;
  /** True where it is the lab's own and no paper's. */
  readonly own: boolean;
}

/** One number that a model can be set to. */
export interface Dial {
  /** As in the options of the model's ComponentSpec. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly hint: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
}

/** Dials set together; a dial that is not named stands at its default. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly values: Readonly<Record<string, number>>;
}

/** A model as the page lists it. */
export interface ModelDescription {
  /** `built-in/reasoner`, as in a RunSpec. */
  readonly name: string;
  /** `Built-in reasoner (rules, not a language model)`. */
  readonly title: string;
  readonly dials: readonly Dial[];
  readonly presets: readonly Preset[];
}

/** A kind of task. */
export interface TaskDescription {
  readonly name: Task['type'];
  /** `rating prediction`. */
  readonly title: string;
}

/** Everything that can be named in a RunSpec, and a spec to start from. */
export interface LabDescription {
  readonly planners: readonly PlannerDescription[];
  readonly models: readonly ModelDescription[];
  readonly tasks: readonly TaskDescription[];
  readonly defaultSpec: RunSpec;
}

/** A dataset that can be opened. */
export interface DatasetEntry {
  readonly manifest: DatasetManifest;
  /** Size of what is kept, or of what is fetched where it is packaged. */
  readonly bytes: number;
  /** True where a person imported it into this browser; such a dataset can be removed. */
  readonly stored: boolean;
  readonly rejectedCounts: Readonly<Record<string, number>>;
}

/** How many ratings there are of one value. */
export interface RatingCount {
  readonly rating: number;
  readonly count: number;
}

/** A dataset that the lab has open. */
export interface OpenDataset extends DatasetEntry {
  /** At most the first 1,000; `rejectedCounts` are complete. */
  readonly rejected: readonly RejectedRow[];
  /** Over all interactions, the lowest rating first. */
  readonly ratings: readonly RatingCount[];
}

/** How far an import or a download is. */
export interface Progress {
  /** `Reading ratings.csv`. */
  readonly phase: string;
  readonly bytes: number;
  /** Null where it is not known. */
  readonly totalBytes: number | null;
  readonly rows: number;
}

/** What long work takes. */
export interface ProgressOptions {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** A run whose events are kept in this browser. */
export interface SavedRun {
  readonly id: string;
  readonly spec: RunSpec;
  /** `partial` where the tab was closed before the run ended. */
  readonly outcome: RunSummary['outcome'] | 'partial';
  readonly events: number;
  /** Milliseconds since 1970. */
  readonly started: number;
}

/** The lab, as the page sees it. Every method throws `LabError`s only. */
export interface LabClient {
  describe(): Promise<LabDescription>;
  /** Packaged ones first. */
  datasets(): Promise<readonly DatasetEntry[]>;
  /** Opens a dataset, so that `users`, `preview` and `run` are quick. @throws LabError `name-unknown`, `aborted` */
  open(name: string, options: ProgressOptions): Promise<OpenDataset>;
  /** Imports and keeps a file. @throws LabError one of the `file-…` codes, `storage-full`, `aborted` */
  importFile(file: File, options: ProgressOptions): Promise<OpenDataset>;
  remove(name: string): Promise<void>;
  /** People of a dataset who have a task, by name or number. @param limit at most this many */
  users(dataset: string, query: string, limit: number): Promise<readonly UserReference[]>;
  /** The task that a spec would run first. The truth is not in it. @throws LabError `task-impossible`, `spec-invalid` */
  preview(spec: RunSpec): Promise<Task>;
  /** Runs a spec. After an abort it resolves with the outcome `aborted`, once the events that lead there were handed over. */
  run(
    spec: RunSpec,
    options: { readonly onEvents: (batch: readonly TraceEvent[]) => void; readonly signal: AbortSignal },
  ): Promise<RunSummary>;
  /** Latest first. */
  savedRuns(): Promise<readonly SavedRun[]>;
  readRun(id: string): Promise<readonly TraceEvent[]>;
  removeRun(id: string): Promise<void>;
}
