import { expect, test } from 'vitest';
import { compareWithReal, realPeople } from '../../../src/lab/sessions/realism.ts';
import { foldSessions } from '../../../src/trace/sessions-fold.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { bookSessions, holdBookSessions } from './books.ts';

const SCALE = { min: 1, max: 5 };

test('a comparison is the same each time, holds every recommender, and its distances lie in their intervals or beside them', async () => {
  const spec = bookSessions({ recommenders: ['random', 'worst'], rounds: 2 });
  const { worlds } = foldSessions(await holdBookSessions(spec));
  const real = madeUpDataset({ density: 0.6 });
  const realism = compareWithReal(worlds, SCALE, real);
  expect(compareWithReal(worlds, SCALE, real)).toEqual(realism);
  expect(realism.worlds.map(({ recommender }) => recommender)).toEqual(['random', 'worst']);
  const [random] = realism.worlds;
  const names = random?.measures.map(({ name }) => name) ?? [];
  expect(names).toEqual(expect.arrayContaining(['ratings', 'mean-of-person', 'activity', 'popularity']));
  for (const { kolmogorovSmirnov, wasserstein, halves } of random?.measures ?? []) {
    for (const { value, low, high } of [kolmogorovSmirnov, wasserstein]) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(high);
    }
    expect(kolmogorovSmirnov.high).toBeLessThanOrEqual(1);
    expect(halves.kolmogorovSmirnov).toBeLessThanOrEqual(1);
  }
});

test('people of a dataset have their ratings as shares of its scale, oldest first', () => {
  const dataset = madeUpDataset({ density: 0.6 });
  const people = realPeople(dataset);
  expect(people.reduce((sum, { ratings }) => sum + ratings.length, 0)).toBe(dataset.interactions.user.length);
  const shares = people.flatMap(({ ratings }) => ratings.map(({ share }) => share));
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
});
