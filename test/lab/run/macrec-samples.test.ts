/** @file MACRec's CSV of samples: written from tasks, read back into the same tasks, and refused by name where it is wrong. */
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/core/database.ts';
import { buildDatabase } from '../../../src/data/database/build-database.ts';
import { chronologies } from '../../../src/data/split/splits.ts';
import { withSamples } from '../../../src/data/split/slice.ts';
import { readSamples, sampleColumns, writeSamples } from '../../../src/lab/run/export/macrec-samples.ts';
import { createSplit, createTasks } from '../../../src/lab/run/registry.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const dataset = madeUpDataset();
const specWith = (options: object) =>
  parseRunSpec({
    dataset: { name: 'made-up' },
    split: { name: 'macrec' },
    tasks: { name: 'sequential-recommendation', options: { candidates: 8, history: 10, ...options } },
  });
const spec = specWith({ count: 5 });
const split = createSplit(spec, dataset);
const tasks = createTasks(spec, dataset, split);
let database: Database;
let text = '';
beforeAll(async () => {
  const { signal } = new AbortController();
  database = await buildDatabase(await testEngine(), dataset, { heldOut: split.heldOut, signal });
  text = writeSamples(tasks, dataset, split, database);
});

test('has MACRec’s columns, lists as Python writes them, and the history before the target', () => {
  const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(meta.fields).toEqual(sampleColumns(false));
  expect(data).toHaveLength(5);
  for (const row of data) {
    const own = chronologies(dataset).get(Number(row['user_id'])) ?? [];
    expect(Number(row['position'])).toBe(own.length - 1);
    expect(JSON.parse(row['history_item_id'] ?? '')).toEqual(
      own.slice(0, -1).map((at) => dataset.interactions.item[at]),
    );
    const candidates = JSON.parse(row['candidate_item_id'] ?? '') as number[];
    expect(candidates).toHaveLength(8);
    expect(candidates).toContain(Number(row['item_id']));
    expect(JSON.parse(row['neg_item_id'] ?? '')).toEqual(candidates.filter((id) => id !== Number(row['item_id'])));
    expect(row['history']).not.toContain(`\n${row['item_id'] ?? ''}:`);
  }
});

test('gives the same tasks when it is read back, with and without an index column', () => {
  const samples = readSamples(text);
  const again = specWith({ samples });
  expect(createTasks(again, dataset, createSplit(again, dataset))).toEqual(tasks);
  const indexed = text
    .trim()
    .split(/\r\n(?=\d+,\d+,|user_id)/)
    .map((line, at) => `${at === 0 ? '' : at - 1},${line}`)
    .join('\r\n');
  expect(readSamples(indexed)).toEqual(samples);
});

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

describe('what is wrong is named', () => {
  test.each([
    ['no column of items', 'user_id\n1\n', 'The samples have no column item_id'],
    ['an id that is none', 'user_id,item_id\n1,heat\n', 'Sample 1: item_id is not a whole number'],
    ['a row that is there twice', 'user_id,item_id\n1,2\n1,3\n1,2\n', 'Sample 3 repeats sample 1: person 1 and item 2'],
  ])('%s', (_what, csv, message) => {
    expect(() => readSamples(csv)).toThrow(message);
  });
});
