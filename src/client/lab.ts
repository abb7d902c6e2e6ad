/** @file What the page may ask of the lab. Types only: the page is written against them, whichever worker answers. */
import type { ColumnMapping } from '../core/table-columns.ts';
import type { ImportedDataset, ImportService, ImportSource } from '../lab/datasets/import-service.ts';
import type { LabService, Slow } from '../lab/service.ts';
import type { NetworkClient } from './agreements.ts';
import type { ModelClient } from './model-workers.ts';
import type { SimulationClient } from './simulation-client.ts';
import type { TabStorage } from './tab-storage.ts';

export type { ColumnMapping, ColumnRole, ImportLook } from '../core/table-columns.ts';
export type { NetworkClient } from './agreements.ts';
export type { Loading, ModelClient } from './model-workers.ts';
export type * from '../models/service/model-worker-service.ts';
export type { LoadProgress, RemoteModel } from '../rpc/remote-model.ts';
export type { ImportedDataset, ImportSource, NamedFile } from '../lab/datasets/import-service.ts';
// The page is written against what the services declare.
export type * from '../lab/chat/service.ts';
export type * from '../lab/evaluation/service.ts';
export type * from '../lab/experiments/service.ts';
export type * from '../lab/queries.ts';
export type * from '../lab/service.ts';
export type * from '../lab/notebook/service.ts';

export interface ImportClient extends Pick<ImportService, 'look'> {
  import(source: ImportSource, columns: ColumnMapping | null, slow: Slow): Promise<ImportedDataset>;
}

type Inward = 'attachModel' | 'detachModel' | 'setAgreements' | 'ping';

export interface LabClient extends Omit<LabService, Inward> {
  readonly network: NetworkClient;
  readonly storage: TabStorage;
  readonly models: ModelClient;
  /** Datasets imported through it are kept in this browser; opening one is a second step. */
  readonly imports: ImportClient;
  readonly simulations: SimulationClient;
}
