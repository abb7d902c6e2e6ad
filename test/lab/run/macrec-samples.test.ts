/** @file MACRec's CSV of samples: read, and refused by name where it is wrong. */
import { describe, expect, test } from 'vitest';
import { chronologies } from '../../../src/data/split/splits.ts';
import { withSamples } from '../../../src/data/split/slice.ts';
import { readSamples } from '../../../src/lab/samples/macrec-samples.ts';
import { createSplit } from '../../../src/lab/run/registry.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { madeUpDataset } from '../../data/dataset.ts';

const dataset = madeUpDataset();
const specWith = (options: object) =>
  parseRunSpec({
    dataset: { name: 'made-up' },
    split: { name: 'macrec' },
    tasks: { name: 'sequential-recommendation', options: { candidates: 8, history: 10, ...options } },
  });
const split = createSplit(specWith({}), dataset);

test('what a person did after a sample is held out with it', () => {
  const [user, own] = [...chronologies(dataset)].find(([, positions]) => positions.length > 4) ?? [0, []];
  const { item, time } = dataset.interactions;
  const middle = own[2] ?? 0;
  const { targets, heldOut } = withSamples(split, dataset, [{ user, item: item[middle] ?? 0 }]);
  expect([...targets]).toEqual([middle]);
  const later = own.filter((at) => (time[at] ?? 0) > (time[middle] ?? 0));
  expect(later.length).toBeGreaterThan(0);
  for (const at of [middle, ...later]) expect([...heldOut]).toContain(at);
  for (const at of own.slice(0, 2)) expect([...heldOut]).not.toContain(at);
});

test('an index column and lists as Python writes them are read', () => {
  const csv = ',user_id,item_id,candidate_item_id\n0,1,2,"[2, 3]"\n1,4,5,None\n';
  expect(readSamples(csv)).toEqual([
    { user: 1, item: 2, candidates: [2, 3] },
    { user: 4, item: 5 },
  ]);
});

describe('what is wrong is named', () => {
  test.each([
    ['no column of items', 'user_id\n1\n', 'The samples have no column item_id'],
    ['an id that is none', 'user_id,item_id\n1,heat\n', 'Sample 1: item_id is not a whole number'],
    ['a row that is there twice', 'user_id,item_id\n1,2\n1,3\n1,2\n', 'Sample 3 repeats sample 1: person 1 and item 2'],
  ])('%s', (_what, csv, message) => {
    expect(() => readSamples(csv)).toThrow(message);
  });
});
