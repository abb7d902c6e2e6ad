/**
 * @file The weighted mean of two baselines that err differently: item neighbours, which see local likeness, and matrix
 * factorization, which sees the whole (Bell and Koren 2007, section 3: a blend of several methods beats the best of them).
 */
import { defineBaseline, real } from '../baseline.ts';
import { biasedMatrixFactorization } from './biased-matrix-factorization.ts';
import { itemNeighbourRatings } from './item-neighbours.ts';

export const ratingBlend = defineBaseline({
  name: 'rating-blend',
  title: 'Item kNN and MF, blended',
  kind: 'rating',
  reference: 'Bell and Koren 2007, Lessons from the Netflix Prize Challenge',
  hyperparameters: {
    weight: real('w, of the factorization; item kNN has 1 − w', 0.5, 0, 1),
  },
  async fit(train, { weight: w }, context) {
    const neighbours = await itemNeighbourRatings.create({}).fit(train, context);
    const factors = await biasedMatrixFactorization.create({}).fit(train, context);
    return {
      score(user, items) {
        const local = neighbours.score(user, items);
        return factors.score(user, items).map((rating, at) => w * rating + (1 - w) * local[at]!);
      },
    };
  },
});
