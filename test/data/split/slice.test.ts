import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { LabError } from '../../../src/core/errors.ts';
import { importDataset } from '../../../src/data/import/import-dataset.ts';
import { sourceFromBytes } from '../../../src/data/import/source-files.ts';
import { macRecSplit } from '../../../src/data/split/splits.ts';
import { makeTasks } from '../../../src/data/split/tasks.ts';
import { sliceDataset, type Slice } from '../../../src/data/split/slice.ts';
import { sharedFile, testWithShared } from '../../shared.ts';
import { madeUpDataset } from '../dataset.ts';

const rows = ({ interactions: { user, item, rating, time, review } }: Dataset): readonly string[] =>
  [...user].map((id, row) => `${id} ${item[row]} ${rating[row]} ${time[row]} ${review?.[row] ?? ''}`);

function countsBy(ids: Int32Array): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts.values()];
}

function refused(dataset: Dataset, slice: Slice): string {
  try {
    sliceDataset(dataset, slice);
  } catch (thrown) {
    if (thrown instanceof LabError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
  return '';
}

describe('a slice', () => {
  const dataset = madeUpDataset();

  test('keeps every column in step and in order', () => {
    const slice = sliceDataset(dataset, { minRating: 3, users: 10, core: 2, from: 1_000_010_000 });
    const whole = rows(dataset);
    const places = rows(slice).map((row) => whole.indexOf(row));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(slice.manifest.counts).toEqual({
      users: slice.users.length,
      items: slice.items.length,
      interactions: slice.interactions.user.length,
    });
  });

  test('to a core is the largest part in which everybody and everything has k', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 6 }), (seed, core) => {
        const made = madeUpDataset({ users: 12, items: 12, density: 0.4, seed });
        if (refused(made, { core }) !== '') return;
        const { interactions } = sliceDataset(made, { core });
        expect(Math.min(...countsBy(interactions.user), ...countsBy(interactions.item))).toBeGreaterThanOrEqual(core);
        expect(sliceDataset(sliceDataset(made, { core }), { core }).interactions).toEqual(interactions);
      }),
      { seed: 1 },
    );
  });

  test.each<[Slice, string]>([
    [
      { minRating: 6 },
      'task-impossible: dataset.options.slice: minRating 6 leaves no interaction of made-up; widen the slice.',
    ],
    [
      { until: 5 },
      'task-impossible: dataset.options.slice: from and until leaves no interaction of made-up; widen the slice.',
    ],
    [
      { core: 900 },
      'task-impossible: dataset.options.slice: core 900 leaves no interaction of made-up; widen the slice.',
    ],
    [
      { users: 31 },
      'task-impossible: dataset.options.slice: users 31 were asked for, but the slice of made-up has 30.',
    ],
  ])('%j says why it leaves nothing', (slice, problem) => {
    expect(refused(dataset, slice)).toBe(problem);
  });
});

testWithShared('the 5-core of ml-100k is that of MACRec, and so are its samples', ['data/ml-100k.zip'], async () => {
  const zip = new Uint8Array(readFileSync(sharedFile('data/ml-100k.zip')));
  const whole = await importDataset(sourceFromBytes('ml-100k.zip', zip), { signal: new AbortController().signal });
  const core = sliceDataset(whole, { core: 5 });
  expect(core.manifest.counts).toEqual({ users: 943, items: 1349, interactions: 99287 });
  const test7 = macRecSplit(core, { part: 'test', minTargetRating: 4 });
  const { rating, item } = core.interactions;
  expect(test7.heldOut).toHaveLength(943);
  expect([...test7.targets].every((position) => (rating[position] ?? 0) >= 4)).toBe(true);
  const [people, catalogue] = [new Map<number, Set<number>>(), new Set(core.items.map(({ id }) => id))];
  core.interactions.user.forEach((id, row) => people.set(id, (people.get(id) ?? new Set()).add(item[row] ?? 0)));
  const tasks = makeTasks(core, test7, {
    type: 'sequential-recommendation',
    candidates: 8,
    history: 10,
    shots: 0,
    seed: 1,
  });
  expect(tasks).toHaveLength(test7.targets.length);
  for (const { task, truth } of tasks) {
    if (task.type !== 'sequential-recommendation' || truth?.type !== 'choice') throw new Error('another task');
    const negatives = task.candidates.filter(({ id }) => id !== truth.item.id);
    expect(negatives).toHaveLength(7);
    const own = people.get(task.user.id);
    expect(negatives.filter(({ id }) => own?.has(id) === true || !catalogue.has(id))).toEqual([]);
  }
});
