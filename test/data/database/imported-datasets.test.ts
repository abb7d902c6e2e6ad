/** @file Databases of what further importers bring: headings of reviews, long descriptions, no interactions at all. */
import { expect, test } from 'vitest';
import type { Dataset } from '../../../src/core/dataset.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { datasetOf } from '../dataset.ts';
import { testEngine } from '../engine.ts';

const build = async (dataset: Dataset) =>
  buildDatabase(await testEngine(), dataset, { heldOut: leaveLastOut(dataset).heldOut });

test('a catalogue without interactions can be searched and queried', async () => {
  const database = await build(datasetOf([], 3, 8));
  expect(database.query('SELECT count(*) FROM items').rows).toEqual([[8]]);
  expect(database.query('SELECT count(*) FROM interactions').rows).toEqual([[0]]);
  expect(database.search('Granite', 5)).toHaveLength(3);
  expect(database.query('SELECT max(ratings), max(mean_rating) FROM item_statistics').rows).toEqual([[0, null]]);
});
