/** @file Exports of the terminal: what is read back is what was there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { loadPackaged } from '../../src/cli/datasets.ts';
import { exportRows, type ExportOptions } from '../../src/cli/export-command.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

const exported = (to: string, more: Partial<ExportOptions> = {}) => {
  const places = { models: null, endpoint: null, endpointOptions: {}, searched: [] };
  const none = { dataset: null, examples: [], suber: null, out: folder, evaluation: null, files: folder, places };
  return exportRows({ what: 'interactions', to: join(folder, to), ...none, ...more }, () => undefined);
};

test('interactions come out of CSV and JSON Lines as the dataset has them', async () => {
  const { interactions, items } = await loadPackaged('synthetic-films', new AbortController().signal);
  const count = interactions.user.length;
  expect(await exported('all.jsonl')).toMatchObject({ rows: count });
  const lines = readFileSync(join(folder, 'all.jsonl'), 'utf8').trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows).toHaveLength(count);
  const last = count - 1;
  expect(rows[last]).toMatchObject({
    user: interactions.user[last],
    item: interactions.item[last],
    item_title: items.find(({ id }) => id === interactions.item[last])?.title,
    rating: interactions.rating[last],
  });
  expect(await exported('all.csv')).toMatchObject({ rows: count });
  const csv = Papa.parse<Record<string, string>>(readFileSync(join(folder, 'all.csv'), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
  expect(csv).toHaveLength(count);
  const { user, item, rating, time } = interactions;
  const written = [user[last], item[last], rating[last], time[last]].map(String);
  expect([csv[last]?.['user'], csv[last]?.['item'], csv[last]?.['rating'], csv[last]?.['time']]).toEqual(written);
  expect(csv[last]?.['item_title']).toBe(rows[last]?.['item_title']);
}, 120_000);
