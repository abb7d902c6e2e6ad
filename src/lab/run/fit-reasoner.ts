/** @file Fits the built-in reasoner, once per dataset, to up to three training interactions of each person, hidden as in runs. */
import type { Json } from '../../core/json.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { isTextType, type LabelledTask, type Task, type TextTask } from '../../core/task.ts';
import type { Database } from '../../core/database.ts';
import { buildDatabase } from '../../data/database/build-database.ts';
import type { SqlEngine } from '../../data/database/engine.ts';
import { leaveLastOut, type Split } from '../../data/split/splits.ts';
import { knownItems } from '../../data/split/task-source.ts';
import { makeTasks } from '../../data/split/tasks.ts';
import {
  calibrationForm,
  type Calibration,
  type RankingCalibration,
  type RatingCalibration,
  type TextCalibration,
} from '../../reasoner/calibration.ts';
import { parseDials } from '../../reasoner/dials.ts';
import { fitRanking, fitRating, type FitOptions } from '../../reasoner/fit.ts';
import { createReasoner } from '../../reasoner/reasoner.ts';
import { fitTexts } from '../../reasoner/text/text-family.ts';
import { rougeN } from '../../metrics/rouge.ts';
import { headingAt, reviewAt } from '../../data/split/examples.ts';
import { extractFromReviews } from '../../tools/summarize-tool.ts';
import type { BuildCache } from './build-cache.ts';
import type { PackagedCalibration, WholeCalibration } from './packaged-calibration.ts';

const SEED = 1;
/** Interactions of each person that fitting may be about. */
const VALIDATION = 3;
const RATINGS = 600;
const LISTS = 250;
const TEXTS = 300;
const EXAMPLES = 10;
const TEXT_EXAMPLES = 3;
const CANDIDATES = 100;
/** Share of the fitting time that building the database takes. */
const BUILDING = 0.7;

type Part = 'rating' | 'ranking';
type TextPart = Exclude<keyof Calibration, Part>;

const TEXT_PARTS: Readonly<Record<TextTask['type'], TextPart>> = {
  'explanation-generation': 'explanation',
  'review-summarization': 'heading',
};

export interface FittingHost {
  readonly engine: SqlEngine;
  readonly dataset: Dataset;
}

function fittingTasks(dataset: Dataset, split: Split, part: Part): LabelledTask[] {
  const { rating, item } = dataset.interactions;
  const known = knownItems(dataset, split);
  const usable = split.targets.filter((at) =>
    part === 'ranking' ? known.has(item[at] ?? 0) : !Number.isNaN(rating[at]),
  ).length;
  if (usable === 0) {
    const { name } = dataset.manifest;
    const problem = `The built-in reasoner has nothing to learn ${part === 'rating' ? 'ratings' : 'choices'} from in ${name}`;
    throw new LabError(
      'task-impossible',
      `${problem}: no person has three interactions. Choose another dataset or model.`,
    );
  }
  const shared = { history: 0, seed: SEED };
  if (part === 'rating') {
    const count = Math.min(RATINGS, usable);
    return makeTasks(dataset, split, { ...shared, type: 'rating-prediction', count, shots: EXAMPLES, candidates: 0 });
  }
  const candidates = Math.max(2, Math.min(CANDIDATES, Math.floor(known.size / 4)));
  const count = Math.min(LISTS, usable);
  return makeTasks(dataset, split, { ...shared, type: 'direct-recommendation', count, shots: 0, candidates });
}

/** None where nobody has three interactions of which an earlier one has such a text: the rules need not have learnt. */
function fittingTexts(dataset: Dataset, split: Split, type: TextTask['type']): LabelledTask[] {
  const textAt = type === 'explanation-generation' ? reviewAt : headingAt;
  const usable = split.targets.filter((at) => reviewAt(dataset, at) !== null && textAt(dataset, at) !== null).length;
  if (usable === 0) return [];
  const count = Math.min(TEXTS, usable);
  return makeTasks(dataset, split, { type, count, shots: TEXT_EXAMPLES, candidates: 0, history: 0, seed: SEED });
}

async function fitTo<Fitted>(
  { engine, dataset }: FittingHost,
  tasksOf: (split: Split) => readonly LabelledTask[],
  fit: (...of: Parameters<typeof fitRating>) => Promise<Fitted>,
  { signal, onProgress }: FitOptions,
): Promise<Fitted> {
  const split = leaveLastOut(dataset, { validation: VALIDATION });
  const tasks = tasksOf(split);
  const database = await buildDatabase(engine, dataset, {
    heldOut: split.heldOut,
    cachedQueries: 0,
    signal,
    onProgress: (_phase, done) => onProgress?.(BUILDING * done),
  });
  try {
    return await fit(database, tasks, { signal, onProgress: (done) => onProgress?.(BUILDING + (1 - BUILDING) * done) });
  } finally {
    database.close();
  }
}

export function fitRatingCalibration(host: FittingHost, options: FitOptions): Promise<RatingCalibration> {
  return fitTo(host, (split) => fittingTasks(host.dataset, split, 'rating'), fitRating, options);
}

export function fitRankingCalibration(host: FittingHost, options: FitOptions): Promise<RankingCalibration> {
  return fitTo(host, (split) => fittingTasks(host.dataset, split, 'ranking'), fitRanking, options);
}

/** Fits the rules for a kind of text to a dataset: closeness is ROUGE-1 (F, unstemmed). */
export function fitTextCalibration(
  type: TextTask['type'],
  host: FittingHost,
  options: FitOptions,
): Promise<TextCalibration> {
  const fit = (database: Database, tasks: readonly LabelledTask[], how: FitOptions): Promise<TextCalibration> => {
    const closeness = (text: string, written: string): number => rougeN(text, written, 1).f;
    const summaryOf = (item: number): string | null => extractFromReviews(database, item);
    return fitTexts(type, tasks, { database, closeness, summaryOf }, how);
  };
  return fitTo(host, (split) => fittingTexts(host.dataset, split, type), fit, options);
}

export async function fitWhole(host: FittingHost, options: FitOptions): Promise<WholeCalibration> {
  return {
    rating: await fitRatingCalibration(host, options),
    ranking: await fitRankingCalibration(host, options),
    explanation: await fitTextCalibration('explanation-generation', host, options),
    heading: await fitTextCalibration('review-summarization', host, options),
  };
}

export interface ReasonerHost extends FittingHost {
  readonly cache: BuildCache;
  /** What comes with the dataset; null where it comes with nothing, or something was taken away from it. */
  readonly packaged?: PackagedCalibration | null;
}

/** Reasoners on one dataset: each part is fitted when the first run needs it and it does not come with the dataset, and kept. */
export function createReasonerSource(host: ReasonerHost) {
  const fitted: { -readonly [Name in keyof Calibration]: Calibration[Name] } = {
    rating: null,
    ranking: null,
    explanation: null,
    heading: null,
  };
  const kept = <Part extends keyof Calibration>(
    part: Part,
    fit: () => Promise<NonNullable<Calibration[Part]>>,
  ): Promise<NonNullable<Calibration[Part]>> =>
    host.cache.kept(`${part}.json`, calibrationForm(part), async () => (await host.packaged?.part(part)) ?? fit());
  /** A reasoner for tasks, for requests with a null `task`. @throws LabError `spec-invalid`, `task-impossible`, `aborted` */
  return async (
    options: Readonly<Record<string, Json>>,
    task: Task['type'] | null,
    fit: FitOptions,
  ): Promise<LanguageModel> => {
    const dials = parseDials(options);
    if (task === 'rating-prediction') {
      fitted.rating ??= await kept('rating', () => fitRatingCalibration(host, fit));
    } else if (task !== null && isTextType(task)) {
      const part = TEXT_PARTS[task];
      fitted[part] ??= await kept(part, () => fitTextCalibration(task, host, fit));
    } else if (task !== null) {
      fitted.ranking ??= await kept('ranking', () => fitRankingCalibration(host, fit));
    }
    return createReasoner({ dials, calibration: { ...fitted } });
  };
}
