import { expect, test } from 'vitest';
import { trainingMatrix } from '../../../src/recommenders/baselines/training-matrix.ts';
import { preferenceModel } from '../../../src/recommenders/interec/rankers.ts';
import { madeUpDataset } from '../../data/dataset.ts';

/** People by what they rated: `[user, item, rating]`. */
function modelOf(rows: readonly (readonly [number, number, number])[]) {
  const dataset = madeUpDataset();
  const interactions = {
    user: Int32Array.from(rows, ([user]) => user),
    item: Int32Array.from(rows, ([, item]) => item),
    rating: Float64Array.from(rows, ([, , rating]) => rating),
    time: Float64Array.from(rows, (_row, at) => at),
  };
  return preferenceModel(trainingMatrix({ ...dataset, interactions }, new Int32Array()));
}

const together = (item: number, other: number, people: number, rating: number) =>
  Array.from({ length: people }, (_, user) => [
    [user + 1, item, 5] as const,
    [user + 1, other, rating] as const,
  ]).flat();

test('what one person rated is recommended to nobody, however alike', () => {
  const [once, twice, often] = modelOf([...together(1, 4, 3, 4), [1, 2, 5], [1, 3, 5], [2, 3, 5]]).scores(
    [1],
    [2, 3, 4],
  );
  expect([once, twice]).toEqual([0, 0]);
  expect(often).toBeGreaterThan(0);
});

test('of what the same people rated, the better rated is liked more', () => {
  const rows = [...together(1, 2, 4, 5), ...together(1, 3, 4, 1).filter(([, item]) => item === 3)];
  const [good = 0, bad = 0] = modelOf(rows).scores([1], [2, 3]);
  expect(good).toBeGreaterThan(1.5 * bad);
});
