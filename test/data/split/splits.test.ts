import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import {
  type Split,
  leaveLastOut,
  macRecSplit,
  splitDataset,
  SPLIT,
  type SplitSpec,
} from '../../../src/data/split/splits.ts';
import { trainingPart } from '../../../src/data/tags.ts';
import { datasetOf, madeUpDataset } from '../dataset.ts';

const NAMES = ['leave-last-out', 'macrec', 'random-holdout', 'p5', 'cold-start', 'evolving-interest'] as const;
const spec = (name: string, options: object = {}): SplitSpec => SPLIT.parse({ name, options });
const at = (user: number, item: number, time: number, rating = 3) => ({ user, item, rating, time, review: null });

function training({ interactions }: Dataset, { heldOut }: Split): { users: Set<number>; items: Set<number> } {
  const hidden = new Set(heldOut);
  const rows = [...interactions.user.keys()].filter((row) => !hidden.has(row));
  return {
    users: new Set(rows.map((row) => interactions.user[row] ?? 0)),
    items: new Set(rows.map((row) => interactions.item[row] ?? 0)),
  };
}

describe.each(NAMES)('%s', (name) => {
  test('asks only about what it holds out, ascending, and leaves everybody something', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
        const dataset = madeUpDataset({ users: 8, items: 10, density: 0.4, seed });
        const split = splitDataset(dataset, spec(name));
        const hidden = new Set(split.heldOut);
        expect([...split.targets].filter((row) => !hidden.has(row))).toEqual([]);
        for (const positions of [split.targets, split.heldOut]) {
          expect([...positions]).toEqual([...new Set(positions)].sort((a, b) => a - b));
        }
        expect(training(dataset, split).users).toEqual(new Set(dataset.interactions.user));
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('cold start', () => {
  const many = madeUpDataset({ users: 30, items: 12, density: 0.6 });
  const { user, item, time } = many.interactions;

  test('leaves new people their first interactions, and asks about the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 99 }), (keep, seed) => {
        const split = splitDataset(many, spec('cold-start', { keep, seed, share: 0.4 }));
        const hidden = new Set(split.heldOut);
        for (const target of split.targets) {
          const own = [...user.keys()].filter((row) => user[row] === user[target]);
          const known = own.filter((row) => !hidden.has(row));
          expect(known).toHaveLength(keep);
          for (const row of known) expect(time[row]).toBeLessThanOrEqual(time[target] ?? 0);
          for (const row of own.filter((one) => one !== target && hidden.has(one)))
            expect(time[row]).toBeGreaterThanOrEqual(time[target] ?? 0);
        }
        const asked = new Set([...split.targets].map((row) => user[row]));
        for (const row of hidden) expect(asked.has(user[row])).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('leaves new items a few interactions, and asks about those and no others', () => {
    const split = splitDataset(many, spec('cold-start', { of: 'items', keep: 2, share: 0.3 }));
    expect(split.targets.length).toBeGreaterThan(0);
    const hidden = new Set(split.heldOut);
    const trained = (id: number) => [...item.keys()].filter((row) => item[row] === id && !hidden.has(row)).length;
    for (const target of split.targets) {
      expect(trained(item[target] ?? 0)).toBeLessThanOrEqual(2);
      const later = [...user.keys()].filter(
        (row) => user[row] === user[target] && (time[row] ?? 0) > (time[target] ?? 0),
      );
      expect(later.filter((row) => !hidden.has(row))).toEqual([]);
    }
  });
});

describe('MACRec’s cut', () => {
  const dataset = datasetOf(
    [at(1, 1, 1), at(1, 2, 2, 2), at(1, 3, 3), at(1, 4, 4, 5), at(2, 1, 1), at(2, 2, 2), at(3, 1, 1)],
    3,
    4,
  );

  test('tests the last, develops on the one before, and always trains on the first', () => {
    const dev = { part: 'dev', minTargetRating: null } as const;
    expect(macRecSplit(dataset, dev)).toEqual({ targets: Int32Array.of(2), heldOut: Int32Array.of(2, 3, 5) });
    const held = macRecSplit(dataset, { part: 'test', minTargetRating: null });
    expect(held).toEqual({ targets: Int32Array.of(3, 5), heldOut: Int32Array.of(3, 5) });
    expect(held).toEqual(leaveLastOut(dataset));
  });
});

describe('random splits', () => {
  const dataset = madeUpDataset({ users: 60, items: 50 });
  const rows = dataset.interactions.user.length;

  test('of P5 are 8 : 1 : 1 without overlap, with each person and each item in training', () => {
    const test_ = splitDataset(dataset, spec('p5'));
    const validation = splitDataset(dataset, spec('p5', { part: 'validation' }));
    expect(test_.heldOut).toEqual(validation.heldOut);
    expect([test_.targets.length, validation.targets.length]).toEqual([Math.round(rows / 10), Math.round(rows / 10)]);
    expect([...test_.targets, ...validation.targets].sort((a, b) => a - b)).toEqual([...test_.heldOut]);
    const { users, items } = training(dataset, test_);
    expect(users).toEqual(new Set(dataset.interactions.user));
    expect(items).toEqual(new Set(dataset.interactions.item));
  });
});

test('the training part is the dataset without what is held out', () => {
  const dataset = madeUpDataset();
  const { heldOut } = splitDataset(dataset, spec('random-holdout'));
  const part = trainingPart(dataset, heldOut);
  expect(part.interactions.user).toHaveLength(dataset.interactions.user.length - heldOut.length);
  const [row = 0] = heldOut;
  const pair = `${dataset.interactions.user[row]} ${dataset.interactions.item[row]}`;
  expect([...part.interactions.user].map((id, at_) => `${id} ${part.interactions.item[at_]}`)).not.toContain(pair);
});
