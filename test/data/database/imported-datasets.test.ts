/** @file Databases of what further importers bring: headings of reviews, long descriptions, no interactions at all. */
import { expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { datasetOf, madeUpDataset } from '../dataset.ts';
import { testEngine } from '../engine.ts';

const build = async (dataset: Dataset) =>
  buildDatabase(await testEngine(), dataset, { heldOut: leaveLastOut(dataset).heldOut });

test('headings of reviews are a column where the source has them, and held-out ones are not in it', async () => {
  const made = madeUpDataset();
  const summary = [...made.interactions.user].map((_, at) => `heading ${at}`);
  const dataset = { ...made, interactions: { ...made.interactions, summary } };
  const database = await build(dataset);
  expect(database.schema).toContain('interactions(user_id, item_id, rating, time, review, summary)');
  const { rows } = database.query('SELECT count(*), count(summary) FROM interactions');
  const { heldOut } = leaveLastOut(dataset);
  expect(rows).toEqual([[summary.length - heldOut.length, summary.length - heldOut.length]]);
  for (const at of heldOut.slice(0, 10)) {
    expect(database.query(`SELECT 1 FROM interactions WHERE summary = 'heading ${at}'`).rows).toEqual([]);
  }
  expect((await build(made)).schema).not.toContain('summary');
});

test('a catalogue without interactions can be searched and queried', async () => {
  const database = await build(datasetOf([], 3, 8));
  expect(database.query('SELECT count(*) FROM items').rows).toEqual([[8]]);
  expect(database.query('SELECT count(*) FROM interactions').rows).toEqual([[0]]);
  expect(database.search('Granite', 5)).toHaveLength(3);
  expect(database.query('SELECT max(ratings), max(mean_rating) FROM item_statistics').rows).toEqual([[0, null]]);
});

test('a long description is cut where hits are listed, and found by its last word', async () => {
  const made = datasetOf([], 1, 3);
  const description = `${'word '.repeat(200)}zyzzyva`;
  const items = made.items.map((item, index) =>
    index === 1 ? { ...item, attributes: { ...item.attributes, description } } : item,
  );
  const database = await build({ ...made, items });
  const [hit] = database.search('zyzzyva', 5);
  expect(hit?.itemId).toBe(2);
  expect(hit?.facts.length).toBeLessThan(400);
  expect(hit?.facts).toContain('…');
});
