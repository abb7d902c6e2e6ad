/**
 * @file Item-based neighbours for ratings: what the person thought of the most similar items they rated, beyond the bias
 * (Koren 2010, Factor in the Neighbors, equation 3). Similarities are taken when asked for, of the person's items alone.
 */
import { count, defineBaseline, real } from '../baseline.ts';
import { ratingScorer } from '../scoring.ts';
import type { TrainingMatrix } from '../training-matrix.ts';
import { type Bias, DAMPING, fitBias, residuals } from './user-item-bias.ts';

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
