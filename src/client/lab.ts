/** @file What the page may ask of the lab. Types only: the page is written against them, whichever worker answers. */
import type { ComponentSpec, RunSpec, RunSummary } from '../core/run.ts';
import type { ColumnMapping, ImportLook, TableCheck } from '../core/table-columns.ts';
import type { TraceEvent } from '../core/trace.ts';
import type { OnEvents } from '../rpc/transfer-handlers.ts';
import type { EndpointQuestion, EndpointTrial, ModelList } from '../models/service/model-worker-service.ts';
import type { ImportedDataset, ImportSource } from '../lab/datasets/import-service.ts';
import type { LabService, Slow } from '../lab/service.ts';
import type { Loaded, LoadProgress, RemoteModel } from '../rpc/remote-model.ts';
import type { NetworkClient } from './agreements.ts';
import type { TabStorage } from './tab-storage.ts';

export type { ColumnMapping, ColumnRole, ImportLook } from '../core/table-columns.ts';
export type { EndpointQuestion, EndpointTrial } from '../models/service/model-worker-service.ts';
export type { NetworkClient } from './agreements.ts';
export type * from '../models/service/model-worker-service.ts';
export type { LoadProgress } from '../rpc/remote-model.ts';
export type { RemoteModel } from '../rpc/remote-model.ts';
export type { ImportedDataset, ImportSource, NamedFile } from '../lab/datasets/import-service.ts';
// The page is written against what the services declare.
export type * from '../lab/chat/service.ts';
export type * from '../lab/evaluation/service.ts';
export type * from '../lab/judging/service.ts';
export type * from '../lab/service.ts';
export type * from '../lab/notebook/service.ts';
export type * from '../lab/person/service.ts';
export type * from '../lab/samples/service.ts';

export interface Running {
  readonly onEvents: OnEvents;
  /** Told under which id the run is kept, before its first event. */
  readonly onKept?: (id: string) => void;
  readonly signal: AbortSignal;
}

/** Imports, as the page sees them. Every method rejects with a `LabError`. */
export interface ImportClient {
  look(source: ImportSource, signal: AbortSignal): Promise<ImportLook>;
  check(source: ImportSource, columns: ColumnMapping, signal: AbortSignal): Promise<TableCheck>;
  text(url: string, signal: AbortSignal): Promise<string>;
  import(source: ImportSource, columns: ColumnMapping | null, slow: Slow): Promise<ImportedDataset>;
}

export interface Loading {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly signal: AbortSignal;
}

/** A model that another worker than the lab's asks, too. */
export interface LentModel {
  readonly loaded: Loaded;
  readonly port: MessagePort;
  readonly lost: AbortSignal;
}

/** The models that engines load, each in a worker of its own. Every method rejects with a `LabError`. */
export interface ModelClient {
  readonly loaded: readonly ComponentSpec[];
  /**
   * Loads a model, unless it is loaded, and lets go of all others first. Preparing and running a spec do the same for the models
   * that it names.
   */
  open(spec: ComponentSpec, loading: Loading): Promise<RemoteModel>;
  lend(spec: ComponentSpec, loading: Loading): Promise<LentModel>;
  reset(spec: ComponentSpec): Promise<void>;
  unload(spec?: ComponentSpec): void;
  /** Lets models ask an endpoint, and others at its origin, as long as the page is open. The key is kept in memory alone. */
  allowEndpoint(baseUrl: string, key: string | null): void;
  isEndpointAllowed(baseUrl: string): boolean;
  testEndpoint(question: EndpointQuestion, key: string | null, signal: AbortSignal): Promise<EndpointTrial>;
  /** Fetches a model's files and keeps them; see `ModelWorkerService.get`. The press of a button that names the source is the leave to ask it. */
  get(spec: ComponentSpec, source: string | null, loading: Loading): Promise<void>;
  list(described: readonly ComponentSpec[]): Promise<ModelList>;
  remove(key: string | null): Promise<void>;
  withdrawEndpoint(baseUrl: string): void;
}

/** What the page keeps to itself of the lab's verbs, or does otherwise. */
type Inward = 'attachModel' | 'detachModel' | 'setAgreements' | 'endRun' | 'ping' | 'run' | 'keepRun';

export interface LabClient extends Omit<LabService, Inward> {
  readonly network: NetworkClient;
  readonly storage: TabStorage;
  readonly models: ModelClient;
  /** Datasets imported through it are kept in this browser; opening one is a second step. */
  readonly imports: ImportClient;
  /** Runs a spec and keeps its events. After an abort it resolves with the outcome `aborted`. */
  run(spec: RunSpec, running: Running): Promise<RunSummary>;
  /** Keeps the events of a run that comes from elsewhere. @returns its id */
  keepRun(events: readonly TraceEvent[]): Promise<string>;
}
