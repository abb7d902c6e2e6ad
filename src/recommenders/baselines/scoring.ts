/** @file How a fitted baseline scores items and answers tasks. */
import type { ItemId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { Scorer, BaselineEntry } from './baseline.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from './training-matrix.ts';
import type { Recommender } from '../../core/recommender.ts';
import { isRanking, type Recommendation, type Task } from '../../core/task.ts';

export type ItemScore = (item: number) => number;

/**
 * The scores for a person, or null where nothing is known of them; popularity then stands in.
 * @param user −1 for a person without training interactions
 * @param history positions of what they had, oldest first
 */
type ScoresFor = (user: number, history: Int32Array) => ItemScore | null;

function positions({ itemAt }: TrainingMatrix, items: readonly ItemId[]): Int32Array {
  return Int32Array.from(items, itemAt).filter((position) => position >= 0);
}

/**
 * Scores by what somebody had: their training interactions, or, of a person who has none, what is told of them.
 * @param scoresOf takes positions of items, at least one
 */
export function fromHad({ byUser }: TrainingMatrix, scoresOf: (had: Int32Array) => ItemScore): ScoresFor {
  return (user, history) => {
    const had = user < 0 ? history : columnsOf(byUser, user);
    return user < 0 && had.length === 0 ? null : scoresOf(had);
  };
}

/** @param unknownItem the score of an item without training interactions */
export function rankingScorer(train: TrainingMatrix, scoresFor: ScoresFor, unknownItem = -Infinity): Scorer {
  return {
    score(user, items, history) {
      const u = train.userAt(user);
      const known = u < 0 ? new Int32Array(0) : columnsOf(train.byUser, u);
      const scores = scoresFor(u, history === undefined ? known : positions(train, history));
      return Float64Array.from(items, (id) => {
        const item = train.itemAt(id);
        if (item < 0) return unknownItem;
        return scores === null ? lengthOf(train.byItem, item) : scores(item);
      });
    },
  };
}

/**
 * A rating model as a scorer; predictions are clipped to the scale.
 * @param predict takes −1 for a person or an item without training interactions
 */
export function ratingScorer(train: TrainingMatrix, predict: (user: number, item: number) => number): Scorer {
  const { min, max } = train.scale;
  return {
    score(user, items) {
      const u = train.userAt(user);
      return Float64Array.from(items, (id) => Math.min(max, Math.max(min, predict(u, train.itemAt(id)))));
    },
  };
}

/** @throws LabError `task-impossible` where the training interactions are not all rated */
export function requireRatings({ byUser }: TrainingMatrix): void {
  if (!byUser.rating.some((rating) => Number.isNaN(rating))) return;
  throw new LabError(
    'task-impossible',
    'Ratings cannot be fitted, since the dataset has interactions without a rating; choose a ranking baseline.',
  );
}

const RANKED = 10;

/** The items, best score first; of equal scores the smaller id first, so of nothing but equal ones too. NaN comes last. */
export function ranked(items: readonly ItemId[], scores: Float64Array): ItemId[] {
  return items
    .map((id, index) => ({ id, score: Number.isNaN(scores[index]!) ? -Infinity : scores[index]! }))
    .sort((a, b) => (a.score === b.score ? a.id - b.id : b.score - a.score))
    .map(({ id }) => id);
}

function allButHad(
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
