/** @file What the lab needs of its host, a worker or a test. */
import type { FileStore } from '../core/file-store.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import type { StartStatements } from '../data/database/statement-thread.ts';
import type { StartPrograms } from '../programs/program-thread.ts';
import type { FetchPackaged } from './datasets/dataset-shelf.ts';

/** What the lab needs of where it runs. Each is asked for once, when it is first needed. */
export interface LabHost {
  loadEngine(): Promise<SqlEngine>;
  openFiles(): Promise<FileStore>;
  readonly fetchPackaged: FetchPackaged;
  /** Where statements of models and people run; in the lab itself where not given. */
  readonly startStatements?: StartStatements;
  /** Where planners that people wrote run; nowhere where not given. */
  readonly startPrograms?: StartPrograms;
}
