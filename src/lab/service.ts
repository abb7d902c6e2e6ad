/** @file What the lab offers to the page, on both sides of the worker border. Types only. */
import type { FieldSchema } from '../core/form-schema.ts';
import type { PolicyDescription } from '../core/simulation.ts';
import type { QueryResult } from '../core/database.ts';
import type { Dial, Preset } from '../core/reasoner-name.ts';
import type { DatasetProfile, PageRequest, TablePage } from '../core/table-columns.ts';
import type { DatasetManifest, RejectedRow } from '../core/dataset.ts';
import type { Json } from '../core/json.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { StateEdit } from '../core/fork.ts';
import type { NameList } from '../trace/names.ts';
import type { PlannerEntry } from '../planners/planner-entry.ts';
import type { Agreement } from '../core/network-asks.ts';
import type { ReadyProgram } from '../core/planner-program.ts';
import type { AgentRequest, Task, UserReference } from '../core/task.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../core/run.ts';
import type { AskingModels, OnEvents } from '../rpc/transfer-handlers.ts';
import type { ChatService } from './chat/service.ts';
import type { EvaluationService } from './evaluation/service.ts';
import type { ExperimentService } from './experiments/service.ts';
import type { JudgingService } from './judging/service.ts';
import type { Loaded } from '../rpc/remote-model.ts';
import type { NotebookService } from './notebook/service.ts';
import type { PersonService } from './person/service.ts';
import type { SamplesService } from './samples/service.ts';

export type { Dial, Preset } from '../core/reasoner-name.ts';

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

export type PlannerDescription = Omit<PlannerEntry, 'create' | 'endless' | 'description' | 'usesSteps'>;

export interface ModelDescription {
  readonly name: string;
  readonly title: string;
  readonly dials: readonly Dial[];
  readonly presets: readonly Preset[];
}

export interface TaskDescription {
  readonly type: Task['type'];
  readonly title: string;
  /** Those that are measured where nobody chooses others. */
  readonly metrics: readonly string[];
  /** All that apply to it, in the order of the registry. */
  readonly allMetrics: readonly string[];
}

export interface BaselineDescription {
  /** As a spec names it: `baseline/item-cosine`. */
  readonly name: string;
  readonly title: string;
  readonly reference: string;
  /** The kinds of tasks that it answers. */
  readonly tasks: readonly Task['type'][];
}

export interface AgentSystem {
  readonly name: string;
  readonly title: string;
  readonly tasks: readonly (Task['type'] | AgentRequest['type'])[];
  readonly agents: readonly string[];
}

export interface AgentsDescription {
  readonly systems: readonly AgentSystem[];
  readonly files: Readonly<Record<string, Json>>;
  /** The places that a template may have, by the key of its prompt without `_json`. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  /** Which agents the paper asks for in each kind of task, besides the manager. */
  readonly needs: readonly {
    readonly task: Task['type'] | AgentRequest['type'];
    /** MACRec's name of it: `rp`. */
    readonly code: string;
    readonly required: readonly string[];
  }[];
}

export interface LabDescription {
  /** The specs that forms write. */
  readonly forms: Readonly<
    Record<'run' | 'grid' | 'conversation' | 'environment' | 'training' | 'sessions', FieldSchema>
  >;
  readonly agents: AgentsDescription;
  readonly planners: readonly PlannerDescription[];
  /** Programs of planners to start from; the first is where people begin. */
  readonly programs: readonly ReadyProgram[];
  readonly policies: readonly PolicyDescription[];
  readonly baselines: readonly BaselineDescription[];
  readonly models: readonly ModelDescription[];
  readonly embeddings: readonly { readonly name: string; readonly title: string }[];
  readonly tasks: readonly TaskDescription[];
  readonly defaultDataset: string;
  /** A valid spec of one task to start from. */
  readonly defaultSpec: RunSpec;
  /** What Plan opens with (`datasets/ready-case`). */
  readonly readyCase: {
    readonly dataset: string;
    readonly user: UserReference;
    readonly planners: readonly string[];
    readonly model: string;
    readonly steps: number;
  };
  readonly version: string;
}

export interface DatasetEntry {
  readonly manifest: DatasetManifest;
  /** Shipped with the page rather than imported here. */
  readonly packaged: boolean;
  /** Bytes that it takes in this browser's storage; 0 for a packaged one. */
  readonly bytes: number;
}

/** The files that interactions can be saved as. */
export type InteractionFormat = 'csv' | 'jsonl';

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

export interface Slow {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** The lab's worker. Every method rejects with a `LabError`; an aborted `run` resolves with an aborted summary. */
export interface LabService {
  readonly chats: ChatService;
  readonly evaluations: EvaluationService;
  readonly judging: JudgingService;
  readonly kept: ExperimentService;
  readonly notebooks: NotebookService;
  readonly person: PersonService;
  readonly samples: SamplesService;
  describe(): Promise<LabDescription>;
  /** Packaged ones first. */
  datasets(): Promise<readonly DatasetEntry[]>;
  /** Opens the dataset that `users`, `preview` and `run` then speak of. */
  open(name: string, slow: Slow): Promise<OpenDataset>;
  /** Lets runs ask a model that is loaded in another worker, over a port that was transferred. */
  attachModel(spec: ComponentSpec, loaded: Loaded, port: MessagePort): Promise<void>;
  /** Ends what runs ask of a model whose worker is gone. */
  detachModel(spec: ComponentSpec, error: LabErrorData): Promise<void>;
  /** Lets runs ask what the person has agreed to, in place of what was told before. */
  setAgreements(agreed: readonly Agreement[]): Promise<void>;
  /** Makes what the first run of such a spec needs, so that it begins at once; a run that comes before waits for it. */
  prepare(spec: RunSpec, preparing: Slow & AskingModels): Promise<void>;
  remove(name: string): Promise<void>;
  names(): Promise<DatasetNames>;
  /** Rows of the open dataset, held-out interactions among them. */
  rows(request: PageRequest): Promise<TablePage>;
  /** The tables, columns and what they mean, of the database that planners query: the training part of leave-last-out. */
  schema(signal: AbortSignal): Promise<string>;
  /** Runs one read-only statement on that database, as one of a model is run: behind the guard, apart, and with a deadline. */
  query(sql: string, signal: AbortSignal): Promise<QueryResult>;
  /** All interactions of the open dataset as a file. */
  exportInteractions(as: InteractionFormat): Promise<Blob>;
  /** People with a task, by name or number. @param limit at most this many @param task a kind of task */
  users(text: string, limit: number, task?: Task['type']): Promise<readonly UserReference[]>;
  /** The tasks that a spec would run, without their truths. */
  preview(spec: RunSpec): Promise<readonly Task[]>;
  /** Runs a spec and keeps its events under the id as they happen. After an abort it resolves with the outcome `aborted`. */
  run(id: string, spec: RunSpec, running: AskingModels & { readonly onEvents: OnEvents }): Promise<RunSummary>;
  /** Runs a spec without a language model and keeps nothing. Without `onEvents` the summary has no digest. */
  tryRun(spec: RunSpec, running: { readonly onEvents?: OnEvents; readonly signal: AbortSignal }): Promise<RunSummary>;
  /** The spec of a kept run as a fork from one of its states; see `createFork`. */
  fork(run: string, node: string, edit: StateEdit): Promise<RunSpec>;
  /** Resolves at once: a worker that does not answer is busy in something that cannot be interrupted. */
  ping(): Promise<void>;
}
