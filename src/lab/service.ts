/** @file What the lab offers to the page, on both sides of the worker border. Types only. */
import type { FieldSchema } from '../core/form-schema.ts';
import type { PolicyDescription } from '../core/simulation.ts';
import type { SessionsSpec } from '../core/sessions.ts';
import type { EvaluationEnd } from '../core/evaluation.ts';
import type { Dial, Preset } from '../core/reasoner-name.ts';
import type { Json } from '../core/json.ts';
import type { LabErrorData } from '../core/errors.ts';
import type { RowsOutput } from '../notebook/cell-output.ts';
import type { PlannerEntry } from '../planners/planner-entry.ts';
import type { Agreement } from '../core/network-asks.ts';
import type { ReadyProgram } from '../core/planner-program.ts';
import type { AgentRequest, Task, UserReference } from '../core/task.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../core/run.ts';
import type { AskingModels, OnEvents } from '../rpc/transfer-handlers.ts';
import type { ChatWords } from './chat/service.ts';
import type { EvaluationInput, EvaluationUpdate } from './evaluation/service.ts';
import type { Experiment } from './experiments/service.ts';
import type { KeptTrace } from '../trace/trace-file.ts';
import type { Loaded, LoadProgress } from '../rpc/remote-model.ts';
import type { NotebookQuestion, NotebookRun, NotebookRunEnd } from './notebook/service.ts';
import type { OpenDataset, Progress, Queries, Keeping } from './queries.ts';
import type { EpisodeAsked, ListsAsked, StepChoice, TrainingAsked } from './training/service.ts';

export type { Dial, Preset } from '../core/reasoner-name.ts';

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
  readonly tasks: readonly Task['type'][];
}

export interface AgentSystem {
  readonly name: string;
  readonly title: string;
  readonly tasks: readonly (Task['type'] | AgentRequest['type'])[];
}

export interface AgentsDescription {
  readonly systems: readonly AgentSystem[];
  readonly files: Readonly<Record<string, Json>>;
  /** The places that a template may have, by the key of its prompt without `_json`. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly needs: readonly {
    readonly task: Task['type'] | AgentRequest['type'];
    /** MACRec's name of it: `rp`. */
    readonly code: string;
  }[];
}

export interface LabDescription {
  readonly forms: Readonly<
    Record<'run' | 'grid' | 'conversation' | 'environment' | 'training' | 'sessions', FieldSchema>
  >;
  readonly agents: AgentsDescription;
  readonly planners: readonly PlannerDescription[];
  /** Programs of planners to start from; the first is where people begin. */
  readonly programs: readonly ReadyProgram[];
  readonly policies: readonly PolicyDescription[];
  /** Those of sessions. */
  readonly recommenders: readonly { readonly name: string; readonly title: string }[];
  readonly baselines: readonly BaselineDescription[];
  readonly models: readonly ModelDescription[];
  readonly embeddings: readonly { readonly name: string; readonly title: string }[];
  readonly tasks: readonly TaskDescription[];
  readonly defaultDataset: string;
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

export interface Slow {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

export type Update =
  | EvaluationUpdate
  /** Of a cell of a notebook. */
  | { readonly type: 'position'; readonly done: number; readonly tasks: number }
  /** What a surrogate is fitted on. */
  | { readonly type: 'ratings'; readonly rater: string; readonly done: number; readonly of: number };

export interface Going extends AskingModels {
  readonly onEvents?: OnEvents;
  readonly onUpdate?: (update: Update) => void;
  /** Told where a model is loaded for it, by the page alone. */
  readonly onLoading?: (progress: LoadProgress) => void;
}

/** What can be started, by its kind, and what it comes to. What was stopped goes on behind the events that are kept of it. */
export interface Starting {
  run(spec: RunSpec): RunSummary;
  /** What is not done, one grid at a time; an aborted one resolves with the outcome `aborted`. */
  grid(input: EvaluationInput): EvaluationEnd;
  /** Trains each cell from its checkpoint on and judges it, unless done. @throws LabError `aborted` once the work is kept */
  training(asked: TrainingAsked): void;
  sessions(spec: SessionsSpec): void;
  /** A run of a notebook's cell. After an abort it resolves with an aborted summary. */
  cell(run: NotebookRun): NotebookRunEnd;
  /** A question of a notebook's cell. What is wrong with a statement is part of the output. */
  question(asked: NotebookQuestion): RowsOutput;
  /** An episode of a simulated person. Another environment, or another one who rates, begins a trace anew; else the trace goes on. */
  episode(asked: EpisodeAsked): void;
  /** Ten recommendations to a person before a cell's training and ten after it, rated by the rater: two tasks of one trace. */
  lists(asked: ListsAsked): void;
}

/** The lab's worker. Every method rejects with a `LabError`. */
export interface LabService {
  describe(): Promise<LabDescription>;
  /** Opens the dataset that runs and questions then speak of. */
  open(name: string, slow: Slow): Promise<OpenDataset>;
  /** Makes what the first run of such a spec needs, so that it begins at once; a run that comes before waits for it. */
  prepare(spec: RunSpec, preparing: Slow & AskingModels): Promise<void>;
  /** Starts something and keeps its events under the id as they happen, or goes on with it. @param id null where nothing is to be kept */
  start<Kind extends keyof Starting>(
    kind: Kind,
    id: string | null,
    spec: Parameters<Starting[Kind]>[0],
    going: Going,
  ): Promise<ReturnType<Starting[Kind]>>;
  /** Says something in a conversation, which the first words begin, or takes a step of the episode. An abort leaves it as it was, but for the trace. */
  say(id: string, words: ChatWords | StepChoice, going: Going): Promise<void>;
  /** All that is kept here, latest first. */
  list(): Promise<readonly Experiment[]>;
  /** What can be read of its events. @param part of those that come apart, such as a cell @throws LabError `name-unknown` */
  read(id: string, part?: string): Promise<KeptTrace>;
  keep<What extends keyof Keeping>(what: What, given: Parameters<Keeping[What]>[0]): Promise<ReturnType<Keeping[What]>>;
  remove(what: 'experiment' | 'dataset', name: string): Promise<void>;
  query<What extends keyof Queries>(
    what: What,
    asked: Parameters<Queries[What]>[0],
    asking?: Partial<Slow>,
  ): Promise<ReturnType<Queries[What]>>;
  /** Lets runs ask a model that is loaded in another worker, over a port that was transferred. */
  attachModel(spec: ComponentSpec, loaded: Loaded, port: MessagePort): Promise<void>;
  /** Ends what runs ask of a model whose worker is gone. */
  detachModel(spec: ComponentSpec, error: LabErrorData): Promise<void>;
  /** Lets runs ask what the person has agreed to, in place of what was told before. */
  setAgreements(agreed: readonly Agreement[]): Promise<void>;
  /** Resolves at once: a worker that does not answer is busy in something that cannot be interrupted. */
  ping(): Promise<void>;
}
