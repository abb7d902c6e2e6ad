import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import type { OwnPerson } from '../../../src/core/dataset.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { withOwnPerson } from '../../../src/data/person.ts';
import { chronologies, leaveLastOut } from '../../../src/data/split/splits.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import { madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

const dataset = madeUpDataset();
const you: OwnPerson = {
  name: 'You',
  ratings: [
    { item: 3, rating: 4.5 },
    { item: 9, rating: 1 },
    { item: 4, rating: 5 },
  ],
};

function refused(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof LabError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
  return '';
}

const ratings = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
  .chain((items) =>
    fc
      .array(fc.integer({ min: 1, max: 10 }), { minLength: items.length, maxLength: items.length })
      .map((halves) => items.map((item, at) => ({ item, rating: (halves[at] ?? 1) / 2 }))),
  );

describe('a person of one’s own in a dataset', () => {
  test('is one person more, after all others, and changes nobody else’s rows', () => {
    fc.assert(
      fc.property(ratings, (given) => {
        const more = withOwnPerson(dataset, { name: 'You', ratings: given });
        const { length } = dataset.interactions.user;
        for (const column of ['user', 'item', 'rating', 'time'] as const)
          expect([...more.interactions[column].slice(0, length)]).toEqual([...dataset.interactions[column]]);
        expect([...more.interactions.item.slice(length)]).toEqual(given.map(({ item }) => item));
        expect(more.interactions.review?.slice(0, length)).toEqual(dataset.interactions.review);
        expect(more.users.slice(0, -1)).toEqual(dataset.users);
        expect(more.users.at(-1)).toEqual({ id: 31, name: 'You', attributes: {} });
        expect(more.manifest.counts).toEqual({ users: 31, items: 40, interactions: length + given.length });
        // Oldest first is the order in which they are given, whatever times the dataset has.
        const own = chronologies(more).get(31) ?? [];
        expect(own.map((at) => more.interactions.item[at])).toEqual(given.map(({ item }) => item));
      }),
    );
  });

  test('leaves the dataset, its split and everybody’s tasks as they were', () => {
    const more = withOwnPerson(dataset, you);
    expect(dataset.manifest.sha256).toBe('0'.repeat(64));
    expect(more.overlay).toEqual({ person: you, without: dataset });
    const [before, after] = [leaveLastOut(dataset), leaveLastOut(more)];
    expect([...after.targets].slice(0, -1)).toEqual([...before.targets]);
    const options = { type: 'rating-prediction', shots: 0, candidates: 0, history: 0, seed: 1 } as const;
    expect(makeTasks(more, after, options).slice(0, -1)).toEqual(makeTasks(dataset, before, options));
  });

  test('is asked about their last rating', () => {
    const more = withOwnPerson(dataset, you);
    const options = { type: 'rating-prediction', users: [31], shots: 0, candidates: 0, history: 0, seed: 1 } as const;
    const [task] = makeTasks(more, leaveLastOut(more), options);
    expect(task).toMatchObject({ id: '31:4', task: { user: { name: 'You' } }, truth: { rating: 5 } });
  });

  test('is in the database with all that they rated but what is held out, which no statement finds', async () => {
    const more = withOwnPerson(dataset, you);
    const { heldOut } = leaveLastOut(more);
    const database = await buildDatabase(await testEngine(), more, { heldOut });
    const { rows } = database.query('SELECT item_id, rating, review FROM interactions WHERE user_id = 31 ORDER BY 1');
    expect(rows).toEqual([
      [3, 4.5, null],
      [9, 1, null],
    ]);
    expect(database.query('SELECT ratings, mean_rating FROM user_statistics WHERE user_id = 31').rows).toEqual([
      [2, 2.75],
    ]);
    database.close();
  });

  test('says what cannot be', () => {
    const of = (...given: OwnPerson['ratings']) =>
      refused(() => withOwnPerson(dataset, { name: 'You', ratings: given }));
    expect(of({ item: 99, rating: 3 })).toMatch(/^task-impossible: .*made-up has no film 99/);
    expect(of({ item: 1, rating: 3 }, { item: 1, rating: 4 })).toMatch(/film 1 is rated twice/);
    expect(of({ item: 1, rating: 3.25 })).toMatch(/3.25 is not on the scale of made-up, 0.5 to 5 in steps of 0.5/);
    expect(of({ item: 1, rating: null })).toMatch(/film 1 has no rating/);
  });
});
