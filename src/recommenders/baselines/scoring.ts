import type { ItemId } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { Scorer } from './baseline.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from './training-matrix.ts';

/** Scores items, by position, for one person. */
export type ItemScore = (item: number) => number;

/** A fitted ranking. */
export interface RankingModel {
  /**
   * The scores for a person, or null where nothing is known of them; popularity then stands in.
   * @param user −1 for a person without training interactions
   * @param history positions of what they had, oldest first
   */
  scoresFor(user: number, history: Int32Array): ItemScore | null;
  /** The score of an item without training interactions. */
  readonly unknownItem: number;
}

function positions({ itemAt }: TrainingMatrix, items: readonly ItemId[]): Int32Array {
  return Int32Array.from(items, itemAt).filter((position) => position >= 0);
}

/**
 * Scores by what somebody had: their training interactions, or, of a person who has none, what is told of them.
 * @param scoresOf takes positions of items, at least one
 */
export function fromHad(
  { byUser }: TrainingMatrix,
  scoresOf: (had: Int32Array) => ItemScore,
): RankingModel['scoresFor'] {
  return (user, history) => {
    const had = user < 0 ? history : columnsOf(byUser, user);
    return user < 0 && had.length === 0 ? null : scoresOf(had);
  };
}

export function rankingScorer(train: TrainingMatrix, model: RankingModel): Scorer {
  return {
    score(user, items, history) {
      const u = train.userAt(user);
      const known = u < 0 ? new Int32Array(0) : columnsOf(train.byUser, u);
      const scores = model.scoresFor(u, history === undefined ? known : positions(train, history));
      return Float64Array.from(items, (id) => {
        const item = train.itemAt(id);
        if (item < 0) return model.unknownItem;
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
