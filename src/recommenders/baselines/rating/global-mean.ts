/** @file μ: the mean of all ratings, for everybody and everything. */
import { defineBaseline } from '../baseline.ts';
import { ratingScorer, requireRatings } from '../scoring.ts';

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
