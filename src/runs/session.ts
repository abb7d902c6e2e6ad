/**
 * @file What the runs on one dataset share: the database of its training interactions and the models fitted to them.
 */
import type { Database } from '../core/database.ts';
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import { buildDatabase } from '../data/database/build-database.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import { openDatabase, type LabDatabase, type QueryWatch } from '../data/database/lab-database.ts';
import type { Split } from '../data/split/leave-last-out.ts';
import { REASONER_ID } from '../models/reasoner/reasoner.ts';
import { buildCache } from './build-cache.ts';
import { createReasonerSource } from './fit-reasoner.ts';
import type { RunHost } from './run.ts';

const DATABASE = 'database.sqlite';

/** How far something slow within a session is, 0 to 1. */
export type SessionProgress = (phase: string, done: number) => void;

/** What a session needs of its host. */
export interface SessionOptions {
  /** Told of every statement of a model, so that one that runs away can be ended. */
  readonly watch?: QueryWatch;
  readonly onProgress?: SessionProgress;
  /** Where the database and what the reasoner learnt are kept from one session to the next. */
  readonly files?: FileStore;
}

/** A dataset that is open for runs. */
export interface Session extends Pick<RunHost, 'dataset' | 'database' | 'createModel'> {
  /** Frees the database. */
  close(): void;
}

/** What is made once: whoever asks while it is being made waits for the same; what failed or was stopped is made anew. */
function shared<Value>(): (make: () => Promise<Value>) => Promise<Value> {
  let made: Promise<Value> | null = null;
  return (make) =>
    (made ??= make().catch((thrown: unknown) => {
      made = null;
      throw thrown;
    }));
}

/** Opens a dataset for runs. Databases and fits are made when they are first needed and kept. */
export function openSession(engine: SqlEngine, dataset: Dataset, options: SessionOptions = {}): Session {
  const cache = buildCache(options.files ?? null, dataset.manifest.sha256);
  const reasoners = createReasonerSource({ engine, dataset, cache });
  const use = { ...(options.watch && { watch: options.watch }) };
  const database = shared<LabDatabase>();
  let opened: LabDatabase | null = null;
  const build = async (split: Split, signal: AbortSignal): Promise<LabDatabase> => {
    const kept = await cache.read(DATABASE);
    if (kept !== null) return openDatabase(engine, kept, use);
    const report = (part: string, done: number): void => options.onProgress?.(`Building the database: ${part}`, done);
    const built = await buildDatabase(engine, dataset, { ...use, heldOut: split.heldOut, signal, onProgress: report });
    await cache.write(DATABASE, built.export());
    return built;
  };
  return {
    dataset,
    // The one split that there is so far: leave-last-out.
    async database(split, signal): Promise<Database> {
      opened = await database(() => build(split, signal));
      return opened;
    },
    async createModel(spec, _split, signal) {
      if (spec.model.name !== REASONER_ID) {
        throw new LabError('name-unknown', `model.name: unknown model "${spec.model.name}"; one of ${REASONER_ID}.`);
      }
      return reasoners.create(spec.model.options, spec.tasks.name, {
        signal,
        onProgress: (done) => options.onProgress?.('Fitting the reasoner', done),
      });
    },
    close() {
      opened?.close();
      opened = null;
    },
  };
}
