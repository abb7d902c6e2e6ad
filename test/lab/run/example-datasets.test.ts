/** @file Datasets that examples come from: found by name and sliced as a spec says. */
import { expect, test } from 'vitest';
import { exampleDatasets, sourceKey } from '../../../src/lab/run/example-datasets.ts';
import { madeUpDataset } from '../../data/dataset.ts';

const books = madeUpDataset();
const named = { ...books, manifest: { ...books.manifest, name: 'books' } };
const whole = { name: 'books', options: {} };
const few = { name: 'books', options: { slice: { users: 5 } } };

test('a dataset is found whole or as a slice, each with its fingerprint, and the same again', () => {
  const open = exampleDatasets([named]);
  expect(open.find(whole)).toBe(named);
  const slice = open.find(few);
  expect(slice.users).toHaveLength(5);
  expect(slice.manifest.sha256).not.toBe(named.manifest.sha256);
  expect(open.find(few)).toBe(slice);
  expect(sourceKey(few)).not.toBe(sourceKey(whole));
  expect(() => open.find({ name: 'films', options: {} })).toThrow(/films is not open here/);
});
