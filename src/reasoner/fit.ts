/**
 * @file Fits the reasoner to training data: it asks the very queries that it will ask, about interactions that were held
 * out of training for this purpose, and keeps the moments of what they answered.
 */
import type { Database } from '../core/database.ts';
import { throwIfAborted } from '../core/errors.ts';
import { isRanking, itemOfTask, type LabelledTask, type Task } from '../core/task.ts';
import type { RankingCalibration, RatingCalibration, SlipTargets, RatingEvidence } from './calibration.ts';
import { foundIn } from '../core/found.ts';
import { aboutSubject, valuesOf, type Query, type Subject } from '../tools/queries/query.ts';
import { RANKING_QUERIES } from '../tools/queries/ranking.ts';
import { listScores } from './ranking-belief.ts';
import { EXAMPLES, ownRatings } from './rating-belief.ts';
import { RATING_QUERIES } from '../tools/queries/rating.ts';

/** A training rating and what each query answered about it; null where nothing is on record. */
export interface RatingRow {
  readonly rating: number;
  readonly answers: readonly ({ readonly value: number; readonly support: number } | null)[];
}

/** The d among which the best is chosen for each evidence. */
const SHRINKAGES = [0.1, 0.3, 1, 2, 5, 10, 20] as const;

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function covarianceOf(a: readonly number[], b: readonly number[]): number {
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  return meanOf(a.map((value, at) => (value - meanA) * ((b[at] as number) - meanB)));
}

interface Fitted {
  readonly evidence: RatingEvidence;
  readonly values: readonly number[];
}

/** The evidence with the d that predicts best on its own; null where it hardly ever answers or never differs. */
function fitEvidence(
  name: string,
  answers: readonly RatingRow['answers'][number][],
  ratings: readonly number[],
): Fitted | null {
  const known = answers.filter((answer) => answer !== null);
  if (known.length < Math.max(2, RAREST * answers.length)) return null;
  const centre = meanOf(known.map(({ value }) => value));
  let best: { readonly fitted: Fitted; readonly explained: number } | null = null;
  for (const shrinkage of SHRINKAGES) {
    const raw = answers.map((answer) =>
      answer === null ? 0 : (answer.support / (answer.support + shrinkage)) * (answer.value - centre),
    );
    const mean = meanOf(raw);
    const values = raw.map((value) => value - mean);
    const variance = covarianceOf(values, values);
    if (variance < 1e-9) continue;
    const covariance = covarianceOf(values, ratings);
    const explained = (covariance * covariance) / variance;
    if (best === null || explained > best.explained) {
      best = { fitted: { evidence: { name, centre, shrinkage, mean }, values }, explained };
    }
  }
  return best?.fitted ?? null;
}

export function ratingMoments(names: readonly string[], rows: readonly RatingRow[]): Omit<RatingCalibration, 'slips'> {
  const ratings = rows.map(({ rating }) => rating);
  const fitted = names.flatMap(
    (name, at) =>
      fitEvidence(
        name,
        rows.map(({ answers }) => answers[at] ?? null),
        ratings,
      ) ?? [],
  );
  return {
    rows: rows.length,
    mean: meanOf(ratings),
    variance: covarianceOf(ratings, ratings),
    evidence: fitted.map(({ evidence }) => evidence),
    covariance: fitted.map(({ values }) => covarianceOf(values, ratings)),
    matrix: {
      size: fitted.length,
      values: fitted.flatMap((row) => fitted.map((column) => covarianceOf(row.values, column.values))),
    },
  };
}

interface ListRow {
  readonly chosen: number;
  readonly scores: readonly (readonly number[])[];
}

/** Evidence that tells the candidates of fewer lists apart than this is not worth asking for. */
const RAREST = 0.01;

/** Means of the chosen and of the others, by query. */
function classMeans(size: number, rows: readonly ListRow[]): { readonly chosen: number[]; readonly others: number[] } {
  const chosen = new Array<number>(size).fill(0);
  const others = new Array<number>(size).fill(0);
  let count = 0;
  for (const { chosen: right, scores } of rows) {
    count += (scores[0]?.length ?? 1) - 1;
    scores.forEach((list, at) => {
      list.forEach((z, candidate) => {
        const sums = candidate === right ? chosen : others;
        sums[at] = (sums[at] as number) + z;
      });
    });
  }
  return { chosen: chosen.map((sum) => sum / rows.length), others: others.map((sum) => sum / count) };
}

export function rankingMoments(names: readonly string[], rows: readonly ListRow[]): Omit<RankingCalibration, 'slips'> {
  const telling = names.flatMap((_, at) => {
    const lists = rows.filter(({ scores }) => scores[at]?.some((z) => z !== 0));
    return lists.length >= Math.max(2, RAREST * rows.length) ? [at] : [];
  });
  const kept = rows.map(({ chosen, scores }) => ({ chosen, scores: telling.map((at) => scores[at] ?? []) }));
  const size = telling.length;
  const { chosen, others } = classMeans(size, kept);
  const sums = new Float64Array(size * size);
  let count = 0;
  for (const { chosen: right, scores } of kept) {
    const length = scores[0]?.length ?? 0;
    count += length;
    for (let candidate = 0; candidate < length; candidate += 1) {
      const means = candidate === right ? chosen : others;
      const rest = scores.map((list, at) => (list[candidate] as number) - (means[at] as number));
      rest.forEach((a, row) => {
        rest.forEach((b, column) => {
          sums[row * size + column] = (sums[row * size + column] as number) + a * b;
        });
      });
    }
  }
  return {
    rows: rows.length,
    evidence: telling.map((at) => names[at] as string),
    difference: chosen.map((mean, at) => mean - (others[at] as number)),
    midpoint: chosen.map((mean, at) => (mean + (others[at] as number)) / 2),
    matrix: { size, values: Array.from(sums, (sum) => sum / Math.max(count, 1)) },
  };
}

export interface FitOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

const ROWS_A_BREATH = 32;
const MOST_EXAMPLES = 10;

/** Maps tasks with a pause now and then, so that an abort and other work come through. */
export async function mapTasks<Row>(
  tasks: readonly LabelledTask[],
  { signal, onProgress }: FitOptions,
  ask: (task: LabelledTask, at: number) => Row | null,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [at, task] of tasks.entries()) {
    if (at % ROWS_A_BREATH === 0) {
      onProgress?.(at / tasks.length);
      await new Promise((resolve) => setTimeout(resolve));
      throwIfAborted(signal);
    }
    const row = ask(task, at);
    if (row !== null) rows.push(row);
  }
  onProgress?.(1);
  return rows;
}

const evidenceIn = (queries: readonly Query[]): Query[] => queries.filter(({ kind }) => kind === 'evidence');

export function slipTargets(tasks: readonly Task[]): SlipTargets {
  const users = [...new Set(tasks.map(({ user }) => user.id))];
  const items = new Map(
    tasks.flatMap((task) => {
      const item = itemOfTask(task);
      return item === null ? [] : [[item.id, item] as const];
    }),
  );
  return {
    users,
    items: [...items.values()].map(({ id, title }) => ({ id, title: title.replaceAll(/\s+/g, ' ').trim() })),
  };
}

/**
 * Fits rating prediction.
 * @param database holds neither the ratings of `tasks` nor any later one of the same people
 * @param tasks rating tasks about training interactions; few-shot where the examples of prompts are to count as evidence
 * @throws LabError `aborted` once the signal is
 */
export async function fitRating(
  database: Database,
  tasks: readonly LabelledTask[],
  options: FitOptions,
): Promise<RatingCalibration> {
  const queries = evidenceIn(RATING_QUERIES);
  const rows = await mapTasks(tasks, options, ({ task, truth }, at): RatingRow | null => {
    if (task.type !== 'rating-prediction' || truth?.type !== 'rating') return null;
    const subject: Subject = { user: task.user.id, item: task.item, items: [] };
    // As many as differ from row to row, so that a prompt may show any number of them.
    const shown = ownRatings(task).slice(0, 1 + (at % MOST_EXAMPLES));
    const examples = shown.length === 0 ? null : { value: meanOf(shown), support: shown.length };
    const answers = queries.map((query) => {
      const { value, support } = foundIn(query.name, aboutSubject(subject), database.query(query.sql(subject)));
      return typeof value === 'number' && support > 0 ? { value, support } : null;
    });
    return { rating: truth.rating, answers: [examples, ...answers] };
  });
  const names = [EXAMPLES, ...queries.map(({ name }) => name)];
  return { ...ratingMoments(names, rows), slips: slipTargets(tasks.map(({ task }) => task)) };
}

/**
 * Fits direct and sequential recommendation.
 * @param database as for ratings
 * @param tasks direct or sequential tasks with candidates, about training interactions
 * @throws LabError `aborted` once the signal is
 */
export async function fitRanking(
  database: Database,
  tasks: readonly LabelledTask[],
  options: FitOptions,
): Promise<RankingCalibration> {
  const queries = evidenceIn(RANKING_QUERIES);
  const rows = await mapTasks(tasks, options, ({ task, truth }): ListRow | null => {
    if (!isRanking(task) || truth?.type !== 'choice' || task.candidates.length === 0) return null;
    const items = task.candidates.map(({ id }) => id);
    const subject: Subject = { user: task.user.id, item: null, items };
    const scores = queries.map((query) => {
      const byItem = listScores(query, items, valuesOf(database.query(query.sql(subject))));
      return items.map((id) => byItem.get(id) ?? 0);
    });
    return { chosen: items.indexOf(truth.item.id), scores };
  });
  const names = queries.map(({ name }) => name);
  return { ...rankingMoments(names, rows), slips: slipTargets(tasks.map(({ task }) => task)) };
}
