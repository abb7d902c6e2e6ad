/**
 * @file Fits the reasoner to training data: it asks the very queries that it will ask, about interactions that were held
 * out of training for this purpose, and keeps the moments of what they answered.
 */
import type { Database } from '../core/database.ts';
import type { ItemId, UserId } from '../core/dataset.ts';
import { throwIfAborted } from '../core/errors.ts';
import { isRanking, itemOfTask, type LabelledTask, type Task } from '../core/task.ts';
import type { RankingCalibration, RatingCalibration, SlipTargets } from './calibration.ts';
import { rankingMoments, type ListRow } from './fit-ranking.ts';
import { meanOf, ratingMoments, type RatingRow } from './fit-rating.ts';
import { foundIn } from '../core/found.ts';
import { aboutSubject, valuesOf, type Query, type Subject } from '../tools/queries/query.ts';
import { FITTED_RANKING, RANKING_QUERIES } from '../tools/queries/ranking.ts';
import { listScores } from './ranking-belief.ts';
import { EXAMPLES, ownRatings } from './rating-belief.ts';
import { RATING_QUERIES } from '../tools/queries/rating.ts';

/** What fitting takes besides the data. */
export interface FitOptions {
  readonly signal: AbortSignal;
  /** Called now and then with the share that is done, 0 to 1. */
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

/** People and items that come up in training, as those that a slip may take for the right one. */
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
 * @param rank what the Rank tool would say, fitted to what the database holds; absent where there is no such tool
 * @throws LabError `aborted` once the signal is
 */
export async function fitRanking(
  database: Database,
  tasks: readonly LabelledTask[],
  options: FitOptions,
  rank?: (user: UserId, items: readonly ItemId[]) => readonly ItemId[],
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
    if (rank !== undefined) {
      const places = new Map(rank(task.user.id, items).map((id, at) => [id, at + 1]));
      const byItem = listScores(FITTED_RANKING, items, places);
      scores.push(items.map((id) => byItem.get(id) ?? 0));
    }
    return { chosen: items.indexOf(truth.item.id), scores };
  });
  const names = [...queries, ...(rank === undefined ? [] : [FITTED_RANKING])].map(({ name }) => name);
  return { ...rankingMoments(names, rows), slips: slipTargets(tasks.map(({ task }) => task)) };
}
