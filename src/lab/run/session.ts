/** @file What runs on one dataset share: its training database and fitted models. */
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import type { EmbeddingModel, LanguageModel } from '../../core/language-model.ts';
import { withOther } from '../../models/recorded.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { NetworkAsk } from '../../core/network-asks.ts';
import { isRequestType } from '../../core/task.ts';
import type { ComponentSpec } from '../../core/run.ts';
import { buildDatabase } from '../../data/database/build-database.ts';
import type { SqlEngine } from '../../data/database/engine.ts';
import { openDatabase, type LabDatabase } from '../../data/database/lab-database.ts';
import {
  createStatementRunner,
  type StatementRunner,
  type StartStatements,
} from '../../data/database/statement-runner.ts';
import { leaveLastOut, type Split } from '../../data/split/splits.ts';
import { trainingPart } from '../../data/tags.ts';
import { embeddingModel, writingModel } from '../../models/engine.ts';
import type { RemoteModel } from '../../rpc/remote-model.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import { createProgramRunner } from '../../programs/program-runner.ts';
import type { StartPrograms } from '../../programs/program-thread.ts';
import { buildCache, splitWord, madeOnce } from './build-cache.ts';
import { baselineOf, type BaselineSpec } from './baseline-spec.ts';
import { createRetrievalSource, type EmbeddingHost } from './create-retrieval.ts';
import { createBaselineSource, type BaselineSource } from './fit-baseline.ts';
import { createReasonerSource } from './fit-reasoner.ts';
import { packagedCalibration } from './packaged-calibration.ts';
import type { ExampleDatasets } from './example-datasets.ts';
import type { RunHost } from './run-host.ts';

const DATABASE = 'database.sqlite';

export type SessionProgress = (phase: string, done: number) => void;

export interface SessionOptions {
  /** Where statements of models and people run, so that one that takes too long can be ended; here where not given. */
  readonly startStatements?: StartStatements;
  readonly startPrograms?: StartPrograms;
  readonly onProgress?: SessionProgress;
  /** Where the database and what the reasoner learnt are kept from one session to the next. */
  readonly files?: FileStore;
  /** @throws LabError `model-missing` */
  openModel?(spec: ComponentSpec, signal: AbortSignal): Promise<RemoteModel>;
  /** @throws LabError `network-off` naming what was not agreed to */
  readonly requireAgreed?: (asks: readonly NetworkAsk[]) => void;
  readonly examples?: ExampleDatasets;
  /** A file that comes with the dataset, where it comes with the lab. */
  readonly fetchPackaged?: (file: string) => Promise<Uint8Array>;
  readonly fetchWords?: (file: string) => Promise<Uint8Array>;
}

export interface Session extends Omit<
  RunHost,
  'now' | 'write' | 'isWanted' | 'signal' | 'wantsDigest' | 'parent' | 'files'
> {
  /** The database as a person asks it: what one types neither ends nor holds up the statements of runs. */
  personsDatabase(split: Split, signal: AbortSignal): Promise<Database>;
  close(): void;
}

async function opened(spec: ComponentSpec, options: SessionOptions, signal: AbortSignal): Promise<RemoteModel> {
  const model = await options.openModel?.(spec, signal);
  if (model !== undefined) return model;
  throw new LabError('model-missing', `There is no engine here for ${spec.name}.`, { name: spec.name });
}

const loadedModel = async (spec: ComponentSpec, options: SessionOptions, signal: AbortSignal): Promise<LanguageModel> =>
  writingModel(await opened(spec, options, signal), `model.name: ${spec.name}`);

const loadedEmbedding = async (
  spec: ComponentSpec,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<EmbeddingModel> => embeddingModel(await opened(spec, options, signal), `embedding.name: ${spec.name}`);

/** Whose statements run in one thread. */
type Asker = 'runs' | 'people';

interface SplitBench {
  readonly database: (asker: Asker, signal: AbortSignal) => Promise<Database>;
  readonly createReasoner: ReturnType<typeof createReasonerSource>;
  readonly baselines: BaselineSource;
  close(): void;
}

/** Opens a dataset for runs. For each split, databases and fits are made when they are first needed and kept. */
export function openSession(engine: SqlEngine, dataset: Dataset, options: SessionOptions = {}): Session {
  const lastOut = splitWord(leaveLastOut(dataset).heldOut);
  const benches = new Map<string, SplitBench>();
  const embeddings: EmbeddingHost = {
    ...options,
    openEmbedding: (spec, signal) => loadedEmbedding(spec, options, signal),
  };
  const programs = options.startPrograms && createProgramRunner(options.startPrograms);
  const benchOf = (split: Split): SplitBench => {
    const word = splitWord(split.heldOut);
    const known = benches.get(word);
    if (known !== undefined) return known;
    const bench = openBench(engine, dataset, split, { ...options, word: word === lastOut ? '' : word });
    benches.set(word, bench);
    return bench;
  };
  const fitting = (spec: BaselineSpec, signal: AbortSignal) => ({
    signal,
    onProgress: (done: number) => options.onProgress?.(`Fitting ${baselineOf(spec).title}`, done),
  });
  return {
    dataset,
    embeddings,
    ...(options.examples && { examples: options.examples }),
    ...(programs && { programs }),
    ...(options.requireAgreed && { requireAgreed: options.requireAgreed }),
    database: (split, signal) => benchOf(split).database('runs', signal),
    personsDatabase: (split, signal) => benchOf(split).database('people', signal),
    async createModel(spec, split, signal) {
      const { model, tasks, recommender } = spec;
      const asked = model.name === REASONER_ID ? null : await loadedModel(model, options, signal);
      if (asked !== null && model.options['otherwise'] !== REASONER_ID) return asked;
      const type = isRequestType(tasks.name) || ['interec', 'rater'].includes(recommender.name) ? null : tasks.name;
      const rules = await benchOf(split).createReasoner(asked === null ? model.options : {}, type, {
        signal,
        onProgress: (done) => options.onProgress?.('Fitting the reasoner', done),
      });
      return asked === null ? rules : withOther(asked, rules);
    },
    createBaseline: (spec, seed, split, signal) => benchOf(split).baselines.create(spec, seed, fitting(spec, signal)),
    createRetrieval: createRetrievalSource({ ...options, ...embeddings, dataset }),
    close() {
      programs?.end();
      for (const bench of benches.values()) bench.close();
      benches.clear();
    },
  };
}

const runningApart = (database: Database, statements: StatementRunner): Database => ({
  schema: database.schema,
  query: (sql) => database.query(sql),
  ask: (sql, signal) => statements.run(sql, signal),
  search: (text, limit) => database.search(text, limit),
});

/** @param options.word tells the split from others where it is not leave-last-out, else `''` */
function openBench(
  engine: SqlEngine,
  dataset: Dataset,
  split: Split,
  options: SessionOptions & { readonly word: string },
): SplitBench {
  const { word, startStatements, onProgress, files = null } = options;
  // What somebody rated leaves nothing behind but the runs that they make.
  const cache = buildCache(dataset.overlay === undefined ? files : null, dataset.manifest.sha256, word);
  // The rules are fitted to the dataset as it is, whoever is added to it. Fitting hides each person's last interactions itself; what
  // another split holds out is taken away first.
  const known = dataset.overlay?.without ?? dataset;
  const rows = known.interactions.user.length;
  const learnable =
    word === ''
      ? known
      : trainingPart(
          known,
          split.heldOut.filter((at) => at < rows),
        );
  let opened: LabDatabase | null = null;
  const statements = new Map<Asker, StatementRunner>();
  const database = madeOnce(async ({ signal }: { readonly signal: AbortSignal }): Promise<LabDatabase> => {
    const report = (part: string, done: number): void => onProgress?.(`Building the database: ${part}`, done);
    const form = {
      read: (bytes: Uint8Array) => openDatabase(engine, bytes),
      write: (built: LabDatabase) => built.export(),
    };
    return cache.kept(DATABASE, form, () =>
      buildDatabase(engine, dataset, { heldOut: split.heldOut, signal, onProgress: report }),
    );
  });
  return {
    baselines: createBaselineSource(dataset, split.heldOut),
    createReasoner: createReasonerSource({
      engine,
      dataset: learnable,
      cache: buildCache(files, known.manifest.sha256, word),
      packaged:
        word === '' && options.fetchPackaged !== undefined
          ? packagedCalibration(options.fetchPackaged, known.manifest.sha256)
          : null,
    }),
    async database(asker, signal) {
      opened = await database({ signal });
      if (startStatements === undefined) return opened;
      const runner = statements.get(asker) ?? createStatementRunner(opened, startStatements);
      statements.set(asker, runner);
      return runningApart(opened, runner);
    },
    close() {
      for (const runner of statements.values()) runner.end();
      statements.clear();
      opened?.close();
      opened = null;
    },
  };
}
