import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importDataset } from '../../../src/data/import/import-dataset.ts';
import { sourceFromBytes } from '../../../src/data/import/source-files.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { sharedFile, testWithShared } from '../../shared.ts';
import { type MadeInteraction, datasetOf, madeUpDataset } from '../dataset.ts';

const at = (user: number, item: number, time: number): MadeInteraction => ({
  user,
  item,
  rating: 3,
  time,
  review: null,
});

describe('leave-last-out', () => {
  test('holds out the last by time, of equal times one by lot, which no order of ids tells', () => {
    const dataset = datasetOf([at(1, 1, 10), at(1, 2, 30), at(1, 3, 20)], 1, 3);
    expect(leaveLastOut(dataset)).toEqual({ targets: Int32Array.of(1), heldOut: Int32Array.of(1) });
    const rows = Array.from({ length: 300 }, (_, user) => [1, 2, 3].map((item) => at(user + 1, item, 5))).flat();
    const last = [...leaveLastOut(datasetOf(rows, 300, 3)).heldOut].map((position) => position % 3);
    for (const item of [0, 1, 2]) expect(last.filter((one) => one === item).length).toBeGreaterThan(75);
    const backwards = leaveLastOut(datasetOf(rows.toReversed(), 300, 3)).heldOut;
    expect(
      [...backwards]
        .map((position) => 899 - position)
        .reverse()
        .map((position) => position % 3),
    ).toEqual(last);
  });

  test('hides no more and no less than it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 4 }), (seed, validation) => {
        const dataset = madeUpDataset({ users: 6, items: 8, density: 0.3, seed });
        const { user, time } = dataset.interactions;
        const { targets, heldOut } = leaveLastOut(dataset, { validation });
        const hidden = new Set(heldOut);
        for (const target of targets) expect(hidden.has(target)).toBe(true);
        for (const { id } of dataset.users) {
          const own = [...user.keys()].filter((position) => user[position] === id);
          const away = own.filter((position) => hidden.has(position));
          expect(away).toHaveLength(own.length < 2 ? 0 : Math.min(own.length - 1, 1 + validation));
          const latestSeen = Math.max(
            ...own.filter((position) => !hidden.has(position)).map((position) => time[position]!),
          );
          for (const position of away) expect(time[position]).toBeGreaterThanOrEqual(latestSeen);
        }
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  const files = ['data/ml-latest-small.zip', 'oracles/ml-latest-small-loo.json.gz'];
  testWithShared('agrees with the lists that others made of ml-latest-small', files, async () => {
    const zip = new Uint8Array(readFileSync(sharedFile('data/ml-latest-small.zip')));
    const dataset = await importDataset(sourceFromBytes('ml-latest-small.zip', zip), {
      signal: new AbortController().signal,
    });
    const text = gunzipSync(readFileSync(sharedFile('oracles/ml-latest-small-loo.json.gz'))).toString();
    const { users } = JSON.parse(text) as { users: { userId: number; positive: number; rating: number }[] };
    const { heldOut } = leaveLastOut(dataset);
    expect(heldOut).toHaveLength(610);
    const { user, item, rating, time } = dataset.interactions;
    const last = new Map([...heldOut].map((position) => [user[position], position]));
    expect(users).toHaveLength(200);
    let untied = 0;
    for (const oracle of users) {
      const position = last.get(oracle.userId) ?? -1;
      const latest = [...user.keys()].filter((row) => user[row] === oracle.userId && time[row] === time[position]);
      // The lists break ties by the larger item id; here it is drawn.
      expect(latest.map((row) => item[row])).toContain(oracle.positive);
      if (latest.length > 1) continue;
      untied += 1;
      expect([item[position], rating[position]]).toEqual([oracle.positive, oracle.rating]);
    }
    expect(untied).toBeGreaterThan(50);
  });
});
