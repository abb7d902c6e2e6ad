/**
 * @file What the runs on one dataset share: the database of its training interactions and the models fitted to them.
 */
import type { Database } from '../core/database.ts';
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { buildDatabase } from '../data/database/build-database.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import type { LabDatabase, QueryWatch } from '../data/database/lab-database.ts';
import { leaveLastOut, type Split } from '../data/split/leave-last-out.ts';
import { makeTasks } from '../data/split/tasks.ts';
import type { Calibration } from '../models/reasoner/calibration.ts';
import { parseDials, PRESETS, type Dials } from '../models/reasoner/dials.ts';
import { fitRanking, fitRating } from '../models/reasoner/fit.ts';
import { createReasoner, REASONER_ID } from '../models/reasoner/reasoner.ts';
import type { RunHost } from './run.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/** How far something slow within a session is, 0 to 1. */
export type SessionProgress = (phase: string, done: number) => void;

/** What a session needs of its host. */
export interface SessionOptions {
  /** Told of every statement of a model, so that one that runs away can be ended. */
  readonly watch?: QueryWatch;
  readonly onProgress?: SessionProgress;
}

/** A dataset that is open for runs. */
export interface Session extends Pick<RunHost, 'dataset' | 'database' | 'createModel'> {
  /** Frees the database. */
  close(): void;
}

/** Interactions of a person, before the held-out one, that the reasoner is fitted on. */
const FITTED_INTERACTIONS = 5;
/** Lists of candidates that it is fitted on, at most. */
const FITTED_LISTS = 600;
/** The tasks that it is fitted on do not depend on a run's seed, so that neither does what it has learnt. */
const FIT_SEED = 0;

/** Opens a dataset for runs. Databases and fits are made when they are first needed and kept. */
export function openSession(engine: SqlEngine, dataset: Dataset, options: SessionOptions = {}): Session {
  const calibrations = new Map<string, Calibration>();
  let database: LabDatabase | null = null;
  const build = (held: Split, phase: string, signal: AbortSignal): Promise<LabDatabase> =>
    buildDatabase(engine, dataset, {
      heldOut: held.heldOut,
      signal,
      ...(options.watch && { watch: options.watch }),
      onProgress: (part, done) => options.onProgress?.(`${phase}: ${part}`, done),
    });
  return {
    dataset,
    // The one split that there is so far: leave-last-out.
    async database(split, signal): Promise<Database> {
      database ??= await build(split, 'Building the database', signal);
      return database;
    },
    async createModel(spec, _split, signal) {
      if (spec.model.name !== REASONER_ID) {
        throw new LabError('name-unknown', `model.name: unknown model "${spec.model.name}"; one of ${REASONER_ID}.`);
      }
      const dials = readDials(spec.model.options);
      const { name, options: asked } = spec.tasks;
      const family = name === 'rating-prediction' ? `rating ${asked.shots}` : 'ranking';
      let calibration = calibrations.get(family);
      if (calibration === undefined) {
        const inner = leaveLastOut(dataset, { validation: FITTED_INTERACTIONS });
        const training = await build(inner, 'Preparing to fit the reasoner', signal);
        calibration = await fit(training, dataset, inner, spec, { signal, ...options });
        training.close();
        calibrations.set(family, calibration);
      }
      return createReasoner({ dials, calibration });
    },
    close() {
      database?.close();
      database = null;
    },
  };
}

/** `preset` names a setting of all dials; other options are dials that depart from it. */
function readDials({ preset, ...dials }: Readonly<Record<string, Json>>): Dials {
  if (preset === undefined) return parseDials(dials);
  const chosen = PRESETS.find(({ name }) => name === preset);
  if (chosen === undefined) {
    const names = PRESETS.map(({ name }) => name).join(', ');
    throw new LabError(
      'name-unknown',
      `model.options.preset: unknown preset ${JSON.stringify(preset)}; one of ${names}.`,
    );
  }
  return parseDials({ ...chosen.dials, ...dials });
}

async function fit(
  training: Database,
  dataset: Dataset,
  inner: Split,
  { tasks }: CompleteRunSpec,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress?: SessionProgress },
): Promise<Calibration> {
  const { shots, history } = tasks.options;
  const progress = { signal, onProgress: (done: number) => onProgress?.('Fitting the reasoner', done) };
  if (tasks.name === 'rating-prediction') {
    const asked = { type: tasks.name, shots, candidates: 0, history, seed: FIT_SEED };
    return { rating: await fitRating(training, makeTasks(dataset, inner, asked), progress), ranking: null };
  }
  const candidates = Math.max(2, tasks.options.candidates);
  const all = { type: 'direct-recommendation', shots: 0, candidates, history, seed: FIT_SEED } as const;
  const count = Math.min(FITTED_LISTS, inner.targets.length);
  return { rating: null, ranking: await fitRanking(training, makeTasks(dataset, inner, { ...all, count }), progress) };
}
