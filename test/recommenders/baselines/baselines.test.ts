/** @file What every baseline must do, and small problems whose answers are known. */
import { describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { BaselineEntry } from '../../../src/recommenders/baselines/baseline.ts';
import { BASELINES, baselineNamed } from '../../../src/recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../../src/recommenders/baselines/training-matrix.ts';
import { datasetOf, madeUpDataset, type MadeInteraction } from '../../data/dataset.ts';
import { fitContext } from './fitting.ts';

/** Few enough rounds for a test of behaviour. */
const QUICK: Readonly<Record<string, number>> = { epochs: 2, iterations: 2 };
const quick = ({ hyperparameters }: BaselineEntry) =>
  Object.fromEntries(Object.entries(QUICK).filter(([name]) => name in hyperparameters));

const small = madeUpDataset();
const train = trainingMatrix(small, []);
/** Enough that the most rounds take far longer than one turn of work. */
const large = trainingMatrix(madeUpDataset({ users: 200, items: 200 }), []);
const items = small.items.map(({ id }) => id);
const fit = (entry: BaselineEntry, seed = 1) => entry.create(quick(entry)).fit(train, fitContext(seed));

describe.each(BASELINES.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => {
  test('gives the same scores for the same seed, whatever else is asked', async () => {
    const [first, second] = [await fit(entry), await fit(entry)];
    second.score(2, items);
    const scores = first.score(1, items);
    expect(scores).toHaveLength(items.length);
    expect([...second.score(1, items)]).toEqual([...scores]);
    expect([...first.score(1, [...items].reverse())].reverse()).toEqual([...scores]);
  });

  test('stops', async () => {
    const abort = new AbortController();
    const rounds = Object.fromEntries(
      Object.keys(quick(entry)).map((name) => [name, entry.hyperparameters[name]?.max ?? 1]),
    );
    const fitting = entry.create(rounds).fit(large, { ...fitContext(), signal: abort.signal });
    const outcome = fitting.then(
      () => 'done',
      (error: unknown) => (error instanceof LabError ? error.code : error),
    );
    await new Promise((resolve) => setTimeout(resolve, 0));
    abort.abort();
    const stopped = performance.now();
    // Those that need no rounds may be done before the stop can come.
    expect(Object.keys(rounds).length > 0 ? ['aborted'] : ['aborted', 'done']).toContain(await outcome);
    expect(performance.now() - stopped).toBeLessThan(5000);
  });

  test('refuses hyperparameters that it does not have or that are out of range', () => {
    expect(() => entry.create({ depth: 1 })).toThrow(LabError);
    for (const [name, { min, max, whole }] of Object.entries(entry.hyperparameters)) {
      const bad = [min - 1, max + 1, 'many', Number.NaN, ...(whole ? [min + 0.5] : [])];
      for (const value of bad) expect(() => entry.create({ [name]: value })).toThrow(LabError);
    }
  });
});

/** People of two groups: the odd ones have odd items only, the even ones even items only; each leaves one of its items out. */
const tribes = datasetOf(
  Array.from({ length: 40 }, (_, index) => index + 1).flatMap((user) =>
    Array.from({ length: 10 }, (_, step) => 2 * ((user + 3 * step) % 10) + 1 + (user % 2))
      .slice(0, 9)
      .map((item, time): MadeInteraction => ({ user, item, rating: item % 4 < 2 ? 5 : 1, time, review: null })),
  ),
  40,
  20,
);

describe('every baseline that learns of people', () => {
  const learned = BASELINES.filter(({ kind, name }) => kind !== 'rating' && name !== 'random' && name !== 'popularity');
  test.each(learned.map((entry) => [entry.name, entry] as const))(
    '%s tells two groups apart',
    async (_name, entry) => {
      const scorer = await entry
        .create('epochs' in entry.hyperparameters ? { epochs: 150 } : {})
        .fit(trainingMatrix(tribes, []), fitContext());
      for (const user of [3, 4, 17, 18]) {
        const scores = scorer.score(
          user,
          tribes.items.map(({ id }) => id),
        );
        // Of a person's own group only the item that was left out is not in training.
        const left = 2 * ((user + 27) % 10) + 1 + (user % 2);
        const foreign = [...scores].filter((_, at) => (at + 1) % 2 !== left % 2);
        expect(scores[left - 1]).toBeGreaterThan(Math.max(...foreign));
      }
    },
    60_000,
  );
});

describe('known answers', () => {
  const rated = (rows: readonly (readonly [number, number, number])[]) =>
    datasetOf(
      rows.map(([user, item, rating], time) => ({ user, item, rating, time, review: null })),
      9,
      9,
    );

  test('biases without damping fit additive ratings exactly', async () => {
    const rows = [1, 2, 3].flatMap((user) => [1, 2, 3].map((item) => [user, item, (user + item) / 2 + 0.5] as const));
    const scorer = await baselineNamed('user-item-bias')
      .create({ damping: 0, rounds: 1 })
      .fit(trainingMatrix(rated(rows), []), fitContext());
    for (const [user, item, rating] of rows) expect(scorer.score(user, [item])[0]).toBeCloseTo(rating, 12);
  });

  test('EASE is the same by people and by items', async () => {
    const wide = madeUpDataset({ users: 12, items: 13, density: 0.4 });
    const direct = easeByDefinition(wide, 3);
    const scorer = await baselineNamed('ease')
      .create({ regularization: 3 })
      .fit(trainingMatrix(wide, []), fitContext());
    for (const { user, item, score } of direct) expect(scorer.score(user, [item])[0]).toBeCloseTo(score, 8);
    const tall = madeUpDataset({ users: 14, items: 9, density: 0.5 });
    const byItems = await baselineNamed('ease')
      .create({ regularization: 3 })
      .fit(trainingMatrix(tall, []), fitContext());
    for (const { user, item, score } of easeByDefinition(tall, 3)) {
      expect(byItems.score(user, [item])[0]).toBeCloseTo(score, 8);
    }
  });
});

/** Steck's closed form, by Gauss–Jordan elimination on XᵀX + λI. */
function easeByDefinition(dataset: ReturnType<typeof madeUpDataset>, λ: number) {
  const { users, items, byUser, userAt, itemAt } = trainingMatrix(dataset, []);
  const X = users.map((_, user) => {
    const row = new Array<number>(items.length).fill(0);
    for (let at = byUser.start[user]!; at < byUser.start[user + 1]!; at += 1) row[byUser.column[at]!] = 1;
    return row;
  });
  const G = items.map((_, i) => items.map((_, j) => X.reduce((sum, x) => sum + x[i]! * x[j]!, i === j ? λ : 0)));
  const P = inverse(G);
  const random = createRandom(1);
  return Array.from({ length: 30 }, () => {
    const [user, item] = [users[random.integer(users.length)]!, items[random.integer(items.length)]!];
    const j = itemAt(item);
    const score = X[userAt(user)]!.reduce((sum, x, i) => sum + (i === j ? 0 : (-x * P[i]![j]!) / P[j]![j]!), 0);
    return { user, item, score };
  });
}

function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, i) => [...row, ...matrix.map((_, j) => (i === j ? 1 : 0))]);
  rows.forEach((pivotRow, i) => {
    const pivot = pivotRow[i]!;
    pivotRow.forEach((value, k) => (pivotRow[k] = value / pivot));
    rows.forEach((row, other) => {
      if (other === i) return;
      const times = row[i]!;
      row.forEach((value, k) => (row[k] = value - times * pivotRow[k]!));
    });
  });
  return rows.map((row) => row.slice(matrix.length));
}
