/** @file How many people have had the item, the same for everybody. */
import { defineBaseline } from '../baseline.ts';
import { rankingScorer } from '../scoring.ts';
import { lengthOf } from '../training-matrix.ts';

export const popularity = defineBaseline({
  name: 'popularity',
  title: 'Popularity',
  kind: 'ranking',
  reference: 'Cremonesi, Koren and Turrin 2010, Performance of Recommender Algorithms on Top-N Recommendation Tasks',
  hyperparameters: {},
  async fit(train) {
    return rankingScorer(train, { scoresFor: () => (item) => lengthOf(train.byItem, item), unknownItem: 0 });
  },
});
