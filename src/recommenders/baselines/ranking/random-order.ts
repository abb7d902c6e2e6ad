/** @file A random order: the floor that every other baseline must be above. */
import { defineBaseline } from '../baseline.ts';

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
