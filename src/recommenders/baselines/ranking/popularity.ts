/** @file How many people have had the item, the same for everybody. */
import { defineBaseline } from '../baseline.ts';
import { rankingScorer } from '../scoring.ts';
import { lengthOf } from '../training-matrix.ts';

/** The random order. A person's order of the items depends on the seed and the ids alone. */
export const randomOrder = defineBaseline({
  name: 'random',
  title: 'Random order',
  kind: 'ranking',
  reference: 'The floor; no paper',
  hyperparameters: {},
  async fit(_train, _options, { random }) {
    return {
      score: (user, items) => {
        const ofUser = random.fork(`user ${user}`);
        return Float64Array.from(items, (item) => ofUser.fork(`item ${item}`).uniform());
      },
    };
  },
});

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
