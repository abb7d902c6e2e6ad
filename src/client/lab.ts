/**
 * @file What the page may ask of the lab. Types only: the page is written against them, whichever worker answers.
 */
import type { ItemId } from '../core/dataset.ts';
import type { EvaluationEnd, EvaluationTable, TaskRecord } from '../core/evaluation.ts';
import type { RowsOutput } from '../core/cell-output.ts';
import type { QueryResult } from '../core/database.ts';
import type { StateEdit } from '../core/fork.ts';
import type { JudgingCounts, JudgingResults } from '../core/judging.ts';
import type { Demonstration, Profile } from '../core/dialogue.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../core/run.ts';
import type { ColumnMapping, TablePreview } from '../core/table-columns.ts';
import type { PageRequest, TablePage } from '../core/table-page.ts';
import type { Task, UserReference } from '../core/task.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { KeptTrace } from '../core/trace-file.ts';
import type { ChatSettings, KeptChat } from '../wire/chat-service.ts';
import type { NetworkClient } from './agreements.ts';
import type { EndpointDiagnosis, EndpointQuestion, EndpointStep } from '../wire/endpoint.ts';
import type {
  EvaluatedTask,
  EvaluatedTrace,
  EvaluationExport,
  EvaluationInput,
  EvaluationOutline,
  EvaluationUpdate,
  KeptEvaluation,
} from '../wire/evaluation-service.ts';
import type { ImportedDataset, ImportSource } from '../wire/import-service.ts';
import type { BlindQuestion, BlindVerdict, JudgingExport } from '../wire/judging-service.ts';
import type {
  DatasetEntry,
  DatasetNames,
  InteractionFormat,
  LabDescription,
  OpenDataset,
  Progress,
  KeptBy,
  SavedRun,
} from '../wire/lab-service.ts';
import type { Loaded, LoadProgress } from '../wire/model-service.ts';
import type { NotebookQuestion, NotebookRun, NotebookRunEnd, NotebookRunProgress } from '../wire/notebook-runs.ts';
import type { ItemToRate, KeptPerson, PersonChange } from '../wire/person-service.ts';
import type { RemoteModel } from '../wire/remote-model.ts';
import type { SampleOfFile } from '../wire/samples-service.ts';
import type { Tabs } from './tabs.ts';
import type { TabStorage } from './tab-storage.ts';

export type { ColumnMapping, ColumnRole, TablePreview } from '../core/table-columns.ts';
export type { EndpointDiagnosis, EndpointQuestion, EndpointStep } from '../wire/endpoint.ts';
export type {
  EvaluatedTask,
  EvaluatedTrace,
  EvaluationExport,
  EvaluationInput,
  EvaluationOutline,
  EvaluationUpdate,
  KeptEvaluation,
} from '../wire/evaluation-service.ts';
export type { BlindQuestion, BlindVerdict, JudgingExport } from '../wire/judging-service.ts';
export type { NetworkClient } from './agreements.ts';
export type { LoadProgress } from '../wire/model-service.ts';
export type { NotebookQuestion, NotebookRun, NotebookRunEnd, NotebookRunProgress } from '../wire/notebook-runs.ts';
export type { ItemToRate, KeptPerson, PersonChange } from '../wire/person-service.ts';
export type { RemoteModel } from '../wire/remote-model.ts';
export type { SampleOfFile } from '../wire/samples-service.ts';
export type { ChatSettings, KeptChat } from '../wire/chat-service.ts';
export type { ImportedDataset, ImportSource, NamedFile } from '../wire/import-service.ts';
export type {
  AgentsDescription,
  AgentSystem,
  BaselineDescription,
  DatasetEntry,
  DatasetNames,
  Dial,
  InteractionFormat,
  KeptBy,
  LabDescription,
  ModelDescription,
  OpenDataset,
  OptionChoice,
  PlannerDescription,
  PlannerOption,
  Preset,
  Progress,
  SavedResult,
  SavedRun,
  TaskDescription,
} from '../wire/lab-service.ts';

/** What slow work takes. */
export interface Slow {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** What a run takes. */
export interface Running {
  readonly onEvents: (batch: readonly TraceEvent[]) => void;
  /** Told under which id the run is kept, before its first event. */
  readonly onKept?: (id: string) => void;
  /** A run of another tab that was stopped for this one, which then follows it. */
  readonly insteadOf?: string;
  readonly signal: AbortSignal;
}

/** Imports, as the page sees them. Every method rejects with a `LabError`. */
export interface ImportClient {
  /** See `ImportService.look`. */
  look(source: ImportSource, signal: AbortSignal): Promise<TablePreview | null>;
  /** See `ImportService.text`. */
  text(url: string, signal: AbortSignal): Promise<string>;
  /** See `ImportService.import`. */
  import(source: ImportSource, columns: ColumnMapping | null, slow: Slow): Promise<ImportedDataset>;
}

/** Evaluations, as the page sees them; see `EvaluationService`. Every method rejects with a `LabError`. */
export interface EvaluationClient {
  /** Checks an evaluation of the open dataset. */
  outline(input: EvaluationInput): Promise<EvaluationOutline>;
  /** Runs what is not yet done; one at a time. After an abort it resolves with `aborted`, or rejects so where its worker was lost. */
  run(
    input: EvaluationInput,
    running: { readonly onUpdate: (update: EvaluationUpdate) => void; readonly signal: AbortSignal },
  ): Promise<EvaluationEnd>;
  /** The last run first. */
  list(): Promise<readonly KeptEvaluation[]>;
  table(name: string): Promise<EvaluationTable>;
  /** Another reference for what is kept. */
  compareWith(name: string, base: string): Promise<EvaluationTable>;
  tasks(name: string, label: string): Promise<readonly EvaluatedTask[]>;
  trace(name: string, record: TaskRecord, signal: AbortSignal): Promise<EvaluatedTrace>;
  export(
    name: string,
    as: EvaluationExport,
    slow: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
  ): Promise<Blob>;
  remove(name: string): Promise<void>;
}

/** Blind judging, as the page sees it; see `JudgingService`. Every method rejects with a `LabError`. */
export interface JudgingClient {
  counts(name: string): Promise<JudgingCounts>;
  next(name: string, except: string | null, signal: AbortSignal): Promise<BlindQuestion | null>;
  judge(name: string, question: string, verdict: BlindVerdict): Promise<JudgingCounts>;
  withdraw(name: string, what: 'last' | 'skips'): Promise<JudgingCounts>;
  results(name: string): Promise<JudgingResults>;
  export(name: string, as: JudgingExport): Promise<Blob>;
}

/** Runs and looks of notebooks' cells on the open dataset; see `NotebookRuns`. Every method rejects with a `LabError`. */
export interface NotebookRunsClient {
  check(notebook: unknown): Promise<void>;
  run(
    run: NotebookRun,
    running: { readonly onProgress: (progress: NotebookRunProgress) => void; readonly signal: AbortSignal },
  ): Promise<NotebookRunEnd>;
  ask(question: NotebookQuestion, signal: AbortSignal): Promise<RowsOutput>;
}

/** Conversations, as the page sees them; see `ChatService`. Every method rejects with a `LabError`. */
export interface ChatClient {
  say(
    id: string,
    settings: ChatSettings,
    text: string,
    saying: {
      readonly onEvents: (batch: readonly TraceEvent[]) => void;
      readonly onProgress: (progress: LoadProgress) => void;
      readonly signal: AbortSignal;
    },
  ): Promise<void>;
  takeBack(
    id: string,
    settings: ChatSettings,
    from: string,
    onEvents: (batch: readonly TraceEvent[]) => void,
  ): Promise<void>;
  editProfile(
    id: string,
    settings: ChatSettings,
    profile: Profile | null,
    onEvents: (batch: readonly TraceEvent[]) => void,
  ): Promise<void>;
  addDemonstration(id: string, demonstration: Demonstration): Promise<void>;
  /** See `ChatService.demonstrations`. */
  demonstrations(): Promise<readonly string[]>;
  removeDemonstration(request: string): Promise<void>;
  /** Of the open dataset, latest first. */
  list(): Promise<readonly KeptChat[]>;
  /** What can be read of it. */
  read(id: string): Promise<KeptTrace>;
  remove(id: string): Promise<void>;
}

/** Samples of the open dataset, as the page sees them; see `SamplesService`. Every method rejects with a `LabError`. */
export interface SamplesClient {
  write(spec: RunSpec, signal: AbortSignal): Promise<string>;
  read(text: string): Promise<readonly SampleOfFile[]>;
}

/** The person who sits at the page, as one of the open dataset's; see `PersonService`. Every method rejects with a `LabError`. */
export interface PersonClient {
  read(): Promise<KeptPerson>;
  change(change: PersonChange): Promise<KeptPerson>;
  erase(): Promise<KeptPerson>;
  itemsToRate(text: string, limit: number): Promise<readonly ItemToRate[]>;
  itemsById(ids: readonly ItemId[]): Promise<readonly ItemToRate[]>;
}

/** Which kept runs stay, as the page sees it. Every method rejects with a `LabError`. */
export interface RetentionClient {
  /** Keeps a run whatever its age; null lets it give way to newer ones. */
  hold(id: string, by: KeptBy | null): Promise<void>;
  /** Removes the runs that give way to newer ones and are open in no tab. @returns the removed ones */
  removeOutdated(): Promise<readonly SavedRun[]>;
}

/** What loading models takes. */
export interface Loading {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** What the examination of an endpoint takes. */
export interface Checking {
  readonly onStep: (step: EndpointStep) => void;
  readonly signal: AbortSignal;
}

/** A model that another worker than the lab's asks, too. */
export interface LentModel {
  readonly loaded: Loaded;
  /** A port of its own, to be transferred. */
  readonly port: MessagePort;
  /** Aborted, with a `LabError` as its reason, where the model is lost. */
  readonly lost: AbortSignal;
}

/** The models that engines load, each in a worker of its own. Every method rejects with a `LabError`. */
export interface ModelClient {
  /** Those that are loaded now, as specs name them. */
  readonly loaded: readonly ComponentSpec[];
  /**
   * Loads a model, unless it is loaded, and lets go of all others first. Preparing and running a spec do the same for the models
   * that it names.
   */
  open(spec: ComponentSpec, loading: Loading): Promise<RemoteModel>;
  /** Loads a model as `open` does, for another worker to ask. */
  lend(spec: ComponentSpec, loading: Loading): Promise<LentModel>;
  /** Forgets what the model kept from earlier requests. */
  reset(spec: ComponentSpec): Promise<void>;
  /** Lets go of a model, or of all. */
  unload(spec?: ComponentSpec): void;
  /** Lets models ask an endpoint, and others at its origin, as long as the page is open. The key is kept in memory alone. */
  allowEndpoint(baseUrl: string, key: string | null): void;
  /** Whether it may be asked now. */
  isEndpointAllowed(baseUrl: string): boolean;
  /** Examines an endpoint; see `ModelWorkerService.diagnoseEndpoint`. */
  checkEndpoint(question: EndpointQuestion, key: string | null, checking: Checking): Promise<EndpointDiagnosis>;
  /** Withdraws it, and lets go of the models there. */
  withdrawEndpoint(baseUrl: string): void;
}

/** The lab, as the page sees it. Every method rejects with a `LabError`. */
export interface LabClient {
  /** What the person has agreed to that other hosts get. */
  readonly network: NetworkClient;
  /** The other tabs of the site. */
  readonly tabs: Tabs;
  /** Whether what is made here is kept. */
  readonly storage: TabStorage;
  readonly models: ModelClient;
  describe(): Promise<LabDescription>;
  /** Packaged ones first. */
  datasets(): Promise<readonly DatasetEntry[]>;
  /** Opens the dataset that `users`, `preview` and `run` then speak of. */
  open(name: string, slow: Slow): Promise<OpenDataset>;
  /** Makes what the first run of such a spec needs, so that it begins at once; a run that comes before waits for it. */
  prepare(spec: RunSpec, slow: Slow): Promise<void>;
  /** Datasets imported through it are kept in this browser; opening one is a second step. */
  readonly imports: ImportClient;
  /** Evaluations of the open dataset, and those that are kept. */
  readonly evaluations: EvaluationClient;
  /** Conversations about the open dataset. */
  readonly chats: ChatClient;
  /** Judging of evaluations of the open dataset by a person. */
  readonly judging: JudgingClient;
  /** Cells of notebooks, on the open dataset. */
  readonly notebooks: NotebookRunsClient;
  /** Samples in MACRec's CSV columns. */
  readonly samples: SamplesClient;
  /** The person who sits at the page. */
  readonly person: PersonClient;
  /** Which kept runs stay. */
  readonly retention: RetentionClient;
  remove(name: string): Promise<void>;
  /** Who and what the numbers of the open dataset stand for. */
  names(): Promise<DatasetNames>;
  /** Rows of the open dataset, held-out interactions among them. */
  rows(request: PageRequest): Promise<TablePage>;
  /** All interactions of the open dataset as a file. */
  exportInteractions(as: InteractionFormat, signal: AbortSignal): Promise<Blob>;
  /** The schema of the database that planners query: the training part of leave-last-out. */
  schema(signal: AbortSignal): Promise<string>;
  /** Runs one read-only statement on it; `sql-timeout` where it takes longer than a model's may. */
  query(sql: string, signal: AbortSignal): Promise<QueryResult>;
  /** People of the open dataset who have a task, by name or number. @param limit at most this many */
  /** @param task only people who have a task of that kind */
  users(text: string, limit: number, task?: Task['type']): Promise<readonly UserReference[]>;
  /** The tasks that a spec would run, without their truths. */
  preview(spec: RunSpec): Promise<readonly Task[]>;
  /** Runs a spec and keeps its events. After an abort it resolves with the outcome `aborted`. */
  run(spec: RunSpec, running: Running): Promise<RunSummary>;
  /**
   * Runs a spec without a language model and keeps nothing of it. After an abort it resolves with the outcome `aborted`, or rejects
   * so where its worker was lost. Without `onEvents` only the summary is told, which then has no digest.
   */
  tryRun(spec: RunSpec, running: Pick<Running, 'signal'> & Partial<Pick<Running, 'onEvents'>>): Promise<RunSummary>;
  /** Keeps the events of a run that comes from elsewhere. @returns its id */
  keepRun(events: readonly TraceEvent[]): Promise<string>;
  /** The spec of a kept run as a fork from one of its states. */
  fork(run: string, node: string, edit: StateEdit): Promise<RunSpec>;
  /** Latest first. */
  savedRuns(): Promise<readonly SavedRun[]>;
  readRun(id: string): Promise<KeptTrace>;
  removeRun(id: string): Promise<void>;
}
