/**
 * @file Fits the built-in reasoner to a dataset: on training interactions only, hidden one more time in the same way in
 * which the test interactions are.
 */
import type { Dataset } from '../core/dataset.ts';
import type { LabelledTask } from '../core/task.ts';
import { buildDatabase } from '../data/database/build-database.ts';
import type { SqlEngine } from '../data/database/engine.ts';
import { leaveLastOut, type Split } from '../data/split/leave-last-out.ts';
import { makeTasks, type TaskOptions } from '../data/split/tasks.ts';
import type { Calibration } from '../models/reasoner/calibration.ts';
import { fitRanking, fitRating } from '../models/reasoner/fit.ts';

/** Ratings and choices are fitted apart. */
export type Family = 'rating' | 'ranking';

/** How fitting is done and followed. */
export interface FitSurroundings {
  readonly engine: SqlEngine;
  readonly signal: AbortSignal;
  readonly onProgress: (phase: string, done: number) => void;
}

/** Each person's last three training interactions are hidden for fitting. */
const HIDDEN = 3;

// Enough for covariances of a dozen pieces of evidence; a list of 100 candidates takes as long as twenty ratings.
const SAMPLE: Readonly<Record<Family, TaskOptions & { readonly count: number }>> = {
  rating: { type: 'rating-prediction', count: 1200, shots: 5, candidates: 0, history: 0, seed: 1 },
  ranking: { type: 'direct-recommendation', count: 240, shots: 0, candidates: 100, history: 0, seed: 1 },
};

/** As many tasks as the sample asks for, or all that there are. */
function sampleTasks(family: Family, dataset: Dataset, split: Split): LabelledTask[] {
  const { count, ...options } = SAMPLE[family];
  return makeTasks(dataset, split, { ...options, count: Math.min(count, split.targets.length) });
}

/**
 * The part of a calibration that a family of tasks needs.
 * @throws LabError `aborted`; `task-impossible` where the dataset has no such tasks
 */
export async function fitFamily(
  family: Family,
  dataset: Dataset,
  { engine, signal, onProgress }: FitSurroundings,
): Promise<Partial<Calibration>> {
  const split = leaveLastOut(dataset, { validation: HIDDEN });
  const tasks = sampleTasks(family, dataset, split);
  const database = await buildDatabase(engine, dataset, {
    heldOut: split.heldOut,
    onProgress,
    signal,
    cachedQueries: 0,
  });
  try {
    const options = { signal, onProgress: (done: number) => onProgress('asking about training interactions', done) };
    return family === 'rating'
      ? { rating: await fitRating(database, tasks, options) }
      : { ranking: await fitRanking(database, tasks, options) };
  } finally {
    database.close();
  }
}
