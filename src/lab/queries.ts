/** @file What can be asked of what is open and kept, and what can be kept besides experiments that run. Types only. */
import type { DatasetManifest, ItemId, OwnPerson, RejectedRow, UserId } from '../core/dataset.ts';
import type { QueryResult } from '../core/database.ts';
import type { EvaluationTable, JudgingResults, TaskRecord } from '../core/evaluation.ts';
import type { StateEdit } from '../core/fork.ts';
import type { RunSpec } from '../core/run.ts';
import type { EnvironmentDescription, EnvironmentSpec } from '../core/simulation.ts';
import type { DatasetProfile } from '../core/table-columns.ts';
import type { Task, UserReference } from '../core/task.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { CellOutput } from '../notebook/cell-output.ts';
import type { NameList } from '../trace/names.ts';
import type {
  EvaluatedTask,
  EvaluatedTrace,
  EvaluationExport,
  EvaluationInput,
  EvaluationOutline,
  JudgingStep,
} from './evaluation/service.ts';
import type { NotebookContent, OpenedNotebook } from './notebook/service.ts';

export interface Progress {
  /** A verb and a noun: `Reading ratings.csv`. */
  readonly phase: string;
  /** From 0 to 1; null where it is not known. */
  readonly share: number | null;
  /** Bytes read, and of how many; 0 where nothing is read. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}

export interface DatasetEntry {
  readonly manifest: DatasetManifest;
  /** Shipped with the page rather than imported here. */
  readonly packaged: boolean;
  /** Bytes that it takes in this browser's storage; 0 for a packaged one. */
  readonly bytes: number;
}

export interface OpenDataset {
  readonly manifest: DatasetManifest;
  /** At most the first 1,000; the counts are complete. */
  readonly rejected: readonly RejectedRow[];
  readonly rejectedCounts: Readonly<Record<string, number>>;
  readonly profile: DatasetProfile;
  /** People with a held-out interaction. */
  readonly people: number;
  /** Why the dataset cannot give kinds of tasks, in a sentence each; those that it can give are left out. */
  readonly taskProblems: Readonly<Partial<Record<Task['type'], string>>>;
}

export interface DatasetNames {
  readonly people: NameList;
  /** Titles, with the year where it is known. */
  readonly items: NameList;
}

export interface KeptPerson {
  readonly id: UserId;
  readonly person: OwnPerson | null;
  /** Tells them from others, with all that they rated; empty where they have rated nothing. */
  readonly fingerprint: string;
  readonly isRated: boolean;
}

export type PersonChange =
  /** Rates an item, or rates it again: it keeps its place. */
  | { readonly type: 'rate'; readonly item: ItemId; readonly rating: number | null }
  | { readonly type: 'remove'; readonly item: ItemId }
  /** Makes it the last rating, which is held out. */
  | { readonly type: 'hold-out'; readonly item: ItemId }
  | { readonly type: 'rename'; readonly name: string }
  /** Removes what they rated, and what was made of it but for the runs. */
  | { readonly type: 'erase' };

export interface ItemToRate {
  readonly id: ItemId;
  readonly title: string;
  /** None where nothing is said. */
  readonly genres: readonly string[];
  readonly people: number;
}

export interface SampleOfFile {
  readonly user: UserId;
  readonly item: ItemId;
  readonly candidates?: readonly ItemId[];
}

export interface SampleFile {
  /** With the folders below the chosen one; of a file that was chosen itself, its name. */
  readonly path: string;
  readonly content: Blob;
}

/** Questions about the open dataset, what is kept, and simulated people. */
export interface Queries {
  /** Packaged ones first. */
  datasets(asked: null): readonly DatasetEntry[];
  names(asked: null): DatasetNames;
  /** All interactions as CSV, held-out ones among them. */
  interactions(asked: null): Blob;
  /** The tables, columns and what they mean, of the database that planners query: the training part of leave-last-out. */
  schema(asked: null): string;
  /** The rows of one read-only statement on that database, run as one of a model is: behind the guard, apart, and with a deadline. */
  sql(statement: string): QueryResult;
  /** People with a task, by a part of the name or the number. */
  people(asked: {
    readonly text: string;
    readonly limit: number;
    readonly task?: Task['type'] | undefined;
  }): readonly UserReference[];
  tasks(spec: RunSpec): readonly Task[];
  fork(asked: { readonly run: string; readonly node: string; readonly edit: StateEdit }): RunSpec;
  /** The samples of a CSV file, candidates of S³-Rec or P5, or AgentRecBench's tasks with their ground truth. */
  samples(files: readonly SampleFile[]): readonly SampleOfFile[];
  person(asked: null): KeptPerson;
  /** Items by a text in the title, best known first, without a text a spread of informative ones; or by their ids, in that order. */
  items(
    asked: { readonly text: string; readonly limit: number } | { readonly ids: readonly ItemId[] },
  ): readonly ItemToRate[];
  outline(grid: EvaluationInput): EvaluationOutline;
  table(grid: string): EvaluationTable;
  /** The tasks of a row, in the order of seeds and people. */
  evaluated(asked: { readonly grid: string; readonly label: string }): readonly EvaluatedTask[];
  /** The trace of a task: as it was kept, or run again where that gives the same. */
  trace(asked: { readonly grid: string; readonly record: TaskRecord }): EvaluatedTrace;
  'grid-file'(asked: { readonly grid: string; readonly as: EvaluationExport }): Blob;
  /** The next texts to judge blindly, in a random order. @throws LabError `task-impossible` for fewer than two rows of texts */
  judging(grid: string): JudgingStep;
  /** Which method wrote what, and how each was judged. */
  judged(grid: string): JudgingResults;
  /** As CSV: a line for each judgement and method. */
  'judged-file'(grid: string): Blob;
  /** A notebook as it is kept. @throws LabError `name-unknown`, `file-damaged` */
  notebook(id: string): OpenedNotebook;
  /** Checks a notebook down to the names and options in its specs. @throws LabError naming the first place that is wrong */
  check(notebook: unknown): void;
  environment(spec: EnvironmentSpec): EnvironmentDescription;
}

export interface Keeping {
  /** The events of a run that comes from elsewhere, such as a file: the id of its own that it is kept under. */
  run(events: readonly TraceEvent[]): string;
  notebook(given: { readonly id: string; readonly content: NotebookContent }): void;
  /** What a cell came to, in place of what it came to before. */
  output(given: { readonly notebook: string; readonly output: CellOutput }): void;
  /** @throws LabError `spec-invalid` for what nobody can rate so, `storage-full`, `storage-failed` */
  person(change: PersonChange): KeptPerson;
  /** The table with another row as its base, from now on. @throws LabError `name-unknown`, `spec-invalid` for no such row */
  base(given: { readonly grid: string; readonly base: string }): EvaluationTable;
  /** A judgement: the place of each text, from 1; equal ones are ties; null to skip the question. */
  judgement(given: {
    readonly grid: string;
    readonly question: string;
    readonly places: readonly number[] | null;
  }): void;
}
