/**
 * @file b_ui = μ + b_u + b_i (Koren 2010, Factor in the Neighbors, section 2.1): what the person's and the item's own level say
 * of a rating, each drawn towards 0 where there are few ratings.
 */
import { count, defineBaseline, real } from '../baseline.ts';
import { ratingScorer, requireRatings } from '../scoring.ts';
import type { SparseRows, TrainingMatrix } from '../training-matrix.ts';

export const globalMean = defineBaseline({
  name: 'global-mean',
  title: 'Global mean',
  kind: 'rating',
  reference: 'Koren, Bell and Volinsky 2009, Matrix Factorization Techniques for Recommender Systems',
  hyperparameters: {},
  async fit(train) {
    requireRatings(train);
    const { rating } = train.byUser;
    const mean = rating.reduce((sum, value) => sum + value, 0) / rating.length;
    return ratingScorer(train, () => mean);
  },
});

interface Bias {
  readonly mean: number;
  readonly ofUser: Float64Array;
  readonly ofItem: Float64Array;
  /** b_ui; −1 for a person or an item without training interactions, whose part is 0. */
  readonly predict: (user: number, item: number) => number;
}

/** Damping of the user and item biases that other rating baselines start from. */
export const DAMPING = 5;

/**
 * Alternates b_i = Σ (r_ui − μ − b_u) / (λ + n_i) and b_u = Σ (r_ui − μ − b_i) / (λ + n_u), beginning at b_u = 0.
 * @param damping λ, 0 or more
 * @param rounds of both, 1 or more
 * @throws LabError `task-impossible` where a rating is missing
 */
export function fitBias(train: TrainingMatrix, damping: number, rounds: number): Bias {
  requireRatings(train);
  const { byUser, byItem, users, items } = train;
  const mean = byUser.rating.reduce((sum, rating) => sum + rating, 0) / byUser.rating.length;
  const ofUser = new Float64Array(users.length);
  const ofItem = new Float64Array(items.length);
  const refit = (own: Float64Array, { start, column, rating }: TrainingMatrix['byUser'], other: Float64Array): void => {
    for (let row = 0; row < own.length; row += 1) {
      let sum = 0;
      for (let at = start[row]!; at < start[row + 1]!; at += 1) sum += rating[at]! - mean - other[column[at]!]!;
      own[row] = sum / (damping + start[row + 1]! - start[row]!);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    refit(ofItem, byItem, ofUser);
    refit(ofUser, byUser, ofItem);
  }
  return { mean, ofUser, ofItem, predict: (user, item) => mean + (ofUser[user] ?? 0) + (ofItem[item] ?? 0) };
}

/** r_ui − b_ui for the entries of a matrix. @param predict b_ui by row and column */
export function residuals(
  { start, column, rating }: SparseRows,
  predict: (row: number, column: number) => number,
): Float64Array {
  const residual = new Float64Array(rating.length);
  for (let row = 0; row + 1 < start.length; row += 1)
    for (let at = start[row]!; at < start[row + 1]!; at += 1) residual[at] = rating[at]! - predict(row, column[at]!);
  return residual;
}

export const userItemBias = defineBaseline({
  name: 'user-item-bias',
  title: 'User and item bias',
  kind: 'rating',
  reference: 'Koren 2010, Factor in the Neighbors: Scalable and Accurate Collaborative Filtering',
  hyperparameters: {
    damping: real('λ, how many ratings at the mean a person or an item begins with', DAMPING, 0, 1000),
    rounds: count('how often items and people are fitted in turn', 1, 1, 100),
  },
  async fit(train, { damping, rounds }) {
    return ratingScorer(train, fitBias(train, damping, rounds).predict);
  },
});

/** r_ui − b_ui by item, and the length of each item's column. */
interface ItemResiduals {
  readonly residual: Float64Array;
  readonly norm: Float64Array;
}

function itemResiduals({ byItem }: TrainingMatrix, bias: Bias): ItemResiduals {
  const residual = residuals(byItem, (item, user) => bias.predict(user, item));
  const norm = Float64Array.from(byItem.start.subarray(1), (end, item) =>
    Math.sqrt(residual.subarray(byItem.start[item], end).reduce((sum, value) => sum + value * value, 0)),
  );
  return { residual, norm };
}

interface Neighbour {
  readonly similarity: number;
  readonly residual: number;
}

/** Σ s_ij (r_uj − b_uj) / Σ s_ij over the k nearest with s_ij > 0; 0 where there is none. */
function weightedMean(neighbours: Neighbour[], k: number): number {
  neighbours.sort((a, b) => b.similarity - a.similarity);
  let weighted = 0;
  let total = 0;
  for (const { similarity, residual } of neighbours.slice(0, k)) {
    weighted += similarity * residual;
    total += similarity;
  }
  return total === 0 ? 0 : weighted / total;
}

/**
 * Item-based neighbours for ratings: what the person thought of the most similar items they rated, beyond the bias
 * (Koren 2010, Factor in the Neighbors, equation 3). Similarities are taken when asked for, of the person's items alone.
 */
export const itemNeighbourRatings = defineBaseline({
  name: 'item-knn-ratings',
  title: 'Item kNN (ratings)',
  kind: 'rating',
  reference: 'Koren 2010, Factor in the Neighbors: Scalable and Accurate Collaborative Filtering',
  hyperparameters: {
    neighbours: count('k, how many of the person’s items count', 20, 1, 1000),
    shrinkage: real('λ, a similarity over n people is multiplied by n / (n + λ)', 10, 0, 1000),
  },
  async fit(train, { neighbours: k, shrinkage }) {
    const bias = fitBias(train, DAMPING, 1);
    const { residual, norm } = itemResiduals(train, bias);
    const { byItem, byUser, users } = train;
    const ofUser = new Float64Array(users.length);
    const hasRated = new Uint8Array(users.length);
    const spread = (item: number, isRated: 0 | 1): void => {
      for (let at = byItem.start[item]!; at < byItem.start[item + 1]!; at += 1) {
        const user = byItem.column[at]!;
        ofUser[user] = residual[at]!;
        hasRated[user] = isRated;
      }
    };
    const similarity = (item: number, other: number): number => {
      let product = 0;
      let people = 0;
      for (let at = byItem.start[other]!; at < byItem.start[other + 1]!; at += 1) {
        const user = byItem.column[at]!;
        if (hasRated[user] === 0) continue;
        product += ofUser[user]! * residual[at]!;
        people += 1;
      }
      return product <= 0 ? 0 : ((product / (norm[item]! * norm[other]!)) * people) / (people + shrinkage);
    };
    return ratingScorer(train, (user, item) => {
      const base = bias.predict(user, item);
      if (user < 0 || item < 0) return base;
      spread(item, 1);
      const found: Neighbour[] = [];
      for (let at = byUser.start[user]!; at < byUser.start[user + 1]!; at += 1) {
        const other = byUser.column[at]!;
        if (other === item) continue;
        const s = similarity(item, other);
        if (s > 0) found.push({ similarity: s, residual: byUser.rating[at]! - bias.predict(user, other) });
      }
      spread(item, 0);
      return base + weightedMean(found, k);
    });
  },
});
