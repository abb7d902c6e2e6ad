/** @file The lab's datasets that examples come from: loaded once, and forgotten when another dataset is opened. */
import { expect, test } from 'vitest';
import { ExampleShelf } from '../../../src/lab/datasets/dataset-shelf.ts';
import { madeUpDataset } from '../../data/dataset.ts';

const books = madeUpDataset();
const named = { ...books, manifest: { ...books.manifest, name: 'books' } };
const whole = { name: 'books', options: {} };
const few = { name: 'books', options: { slice: { users: 5 } } };

test('the lab loads each once, and anew after it forgot them', async () => {
  const asked: string[] = [];
  const shelf = new ExampleShelf((name) => {
    asked.push(name);
    return Promise.resolve(named);
  });
  expect(() => shelf.find(whole)).toThrow(/not open/);
  await shelf.open([whole, few]);
  await shelf.open([few]);
  expect(asked).toEqual(['books']);
  expect(shelf.find(few).users).toHaveLength(5);
  shelf.close();
  expect(() => shelf.find(whole)).toThrow(/not open/);
  await shelf.open([whole]);
  expect(asked).toEqual(['books', 'books']);
});
