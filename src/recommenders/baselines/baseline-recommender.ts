import type { ItemId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { Recommender } from '../../core/recommender.ts';
import { isRanking, type Recommendation, type Task } from '../../core/task.ts';
import type { BaselineEntry, Scorer } from './baseline.ts';
import { columnsOf, type TrainingMatrix } from './training-matrix.ts';
import type { FittedRanker } from '../../tools/rank-tool.ts';

/** Items in a ranking. */
const RANKED = 10;

/** The items, best score first; of equal scores the smaller id first, so of nothing but equal ones too. NaN comes last. */
export function ranked(items: readonly ItemId[], scores: Float64Array): ItemId[] {
  return items
    .map((id, index) => ({ id, score: Number.isNaN(scores[index]!) ? -Infinity : scores[index]! }))
    .sort((a, b) => (a.score === b.score ? a.id - b.id : b.score - a.score))
    .map(({ id }) => id);
}

export function allButHad(
  { items, itemAt, userAt, byUser }: TrainingMatrix,
  user: number,
  history: readonly ItemId[],
): ItemId[] {
  const u = userAt(user);
  const had = new Set([...history.map(itemAt), ...(u < 0 ? [] : columnsOf(byUser, u))]);
  return items.filter((_, position) => !had.has(position));
}

function answer(entry: BaselineEntry, scorer: Scorer, train: TrainingMatrix, task: Task): Recommendation {
  if (task.type === 'rating-prediction') {
    if (entry.kind === 'rating') return { type: 'rating', rating: scorer.score(task.user.id, [task.item.id])[0]! };
    const problem = `${entry.title} ranks items and predicts no rating`;
    throw new LabError('task-impossible', `${problem}; choose a rating baseline or another task.`);
  }
  if (!isRanking(task)) {
    throw new LabError(
      'task-impossible',
      `${entry.title} writes no text; choose a baseline for texts or another task.`,
    );
  }
  const history = task.type === 'sequential-recommendation' ? task.history.map(({ id }) => id) : undefined;
  const listed = task.candidates.map(({ id }) => id);
  const items = listed.length > 0 ? listed : allButHad(train, task.user.id, history ?? []);
  const scores = scorer.score(task.user.id, items, history);
  return { type: 'ranking', items: ranked(items, scores).slice(0, RANKED) };
}

/**
 * A baseline as a recommender. Its one answer stands on no state of a plan. Without candidates it ranks all training items
 * that the person has not had.
 * @throws LabError (from `recommend`) `task-impossible` where a ranking baseline is asked for a rating
 */
export function baselineRecommender(entry: BaselineEntry, scorer: Scorer, train: TrainingMatrix): Recommender {
  return {
    name: `baseline/${entry.name}`,
    async recommend(task, { trace }) {
      const recommendation = answer(entry, scorer, train, task);
      const reason = `The scores of ${entry.title}, fitted on training interactions.`;
      trace.emit({ type: 'answer', from: 'kept', states: [], recommendation, reason });
      return [{ from: 'kept', recommendation }];
    },
  };
}

export const fittedRanker = ({ title }: BaselineEntry, scorer: Scorer, train: TrainingMatrix): FittedRanker => ({
  title,
  rank(user, among) {
    const items = among ?? allButHad(train, user, []);
    return ranked(items, scorer.score(user, items));
  },
});
