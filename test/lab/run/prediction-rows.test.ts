/** @file Predictions for RecBole and LensKit: what is read back is what was measured. */
import { beforeAll, describe, expect, test } from 'vitest';
import Papa from 'papaparse';
import type { TaskRecord } from '../../../src/core/evaluation.ts';
import type { Dataset } from '../../../src/core/dataset.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { runEvaluation } from '../../../src/lab/evaluation/run-evaluation.ts';
import { predictionRows } from '../../../src/lab/run/export/prediction-rows.ts';
import { writeRows, type RowFormat } from '../../../src/lab/run/export/row-file.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

let engine: SqlEngine;
beforeAll(async () => {
  engine = await testEngine();
});

const grid = (task: string, recommenders: readonly string[], metrics: readonly string[]) => ({
  name: 'predicted',
  spec: { dataset: { name: 'made-up' }, tasks: { name: task, options: { candidates: 12 } }, metrics: [...metrics] },
  recommenders: recommenders.map((name) => ({ name: `baseline/${name}`, label: `${name}, as\tit is` })),
});

async function written(input: object, dataset: Dataset, formats: readonly RowFormat[]) {
  const session = openSession(engine, dataset);
  const files = new MemoryFileStore();
  const evaluation = parseEvaluation(input, dataset.manifest.sha256);
  const records: TaskRecord[] = [];
  const { signal } = new AbortController();
  const onRecord = (record: TaskRecord): void => void records.push(record);
  await runEvaluation(evaluation, { ...session, files, now: () => 0, signal, onRecord });
  const texts: string[] = [];
  for (const format of formats) {
    const parts: Uint8Array[] = [];
    await writeRows(predictionRows(evaluation, dataset, files), format, (bytes) => void parts.push(bytes));
    texts.push(new TextDecoder().decode(Buffer.concat(parts)));
  }
  return { records, evaluation, texts };
}

/** As RecBole's documentation has atomic files: `field:type` in the first line, all between tabs. */
function readAtomic(text: string): Record<string, string | number>[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const fields = head.split('\t').map((field) => field.split(':') as [string, string]);
  return lines.map((line) => {
    const values = line.split('\t');
    expect(values).toHaveLength(fields.length);
    return Object.fromEntries(
      fields.map(([name, type], at) => [name, type === 'float' ? Number(values[at]) : (values[at] ?? '')]),
    );
  });
}

describe('lists', () => {
  test.each(['inter', 'csv'] as const)('come back from .%s with the hits that were measured', async (format) => {
    const dataset = madeUpDataset({ density: 0.6 });
    const input = grid('direct-recommendation', ['popularity', 'item-cosine'], ['HR@3']);
    const { records, evaluation, texts } = await written(input, dataset, [format]);
    const [text = ''] = texts;
    const rows =
      format === 'inter'
        ? readAtomic(text)
        : Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
    expect(Object.keys(rows[0] ?? {})).toEqual(['method', 'seed', 'user_id', 'item_id', 'rank', 'score']);
    for (const { label, digest } of evaluation.cells) {
      // A tab cannot stand in a token.
      const method = format === 'inter' ? label.replace('\t', ' ') : label;
      for (const { cell, person, task, values } of records.filter((record) => record.cell === digest)) {
        expect(cell).toBe(digest);
        const own = rows.filter((row) => row['method'] === method && Number(row['user_id']) === person);
        expect(own.map((row) => Number(row['rank']))).toEqual(own.map((_, at) => at + 1));
        const scores = own.map((row) => Number(row['score']));
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        const hit = own.slice(0, 3).some((row) => Number(row['item_id']) === Number(task.split(':')[1]));
        expect(Number(hit)).toBe(values['HR@3']);
      }
    }
  });

  test('have the ids of the source where it has its own', async () => {
    const plain = madeUpDataset({ density: 0.6 });
    const dataset = {
      ...plain,
      users: plain.users.map((user) => ({ ...user, sourceId: `U-${String(user.id)}` })),
      items: plain.items.map((item) => ({ ...item, sourceId: `B00${String(item.id)}` })),
    };
    const { texts } = await written(grid('direct-recommendation', ['popularity'], ['HR@3']), dataset, ['inter']);
    for (const { user_id: user, item_id: item } of readAtomic(texts[0] ?? '')) {
      expect(user).toMatch(/^U-\d+$/);
      expect(item).toMatch(/^B00\d+$/);
    }
  });
});

test('ratings come back as scores, whose error is the one that was measured', async () => {
  const dataset = madeUpDataset({ density: 0.6 });
  const { records, texts } = await written(grid('rating-prediction', ['user-item-bias'], ['MAE']), dataset, ['inter']);
  const rows = readAtomic(texts[0] ?? '');
  expect(rows).toHaveLength(records.length);
  const { user, item, rating } = dataset.interactions;
  for (const { user_id: who, item_id: what, score } of rows) {
    const at = [...user.keys()].find((row) => user[row] === Number(who) && item[row] === Number(what)) ?? -1;
    const record = records.find(({ task }) => task === `${String(who)}:${String(what)}`);
    expect(Math.abs(Number(score) - (rating[at] ?? NaN))).toBeCloseTo(record?.values['MAE'] ?? NaN, 9);
  }
});

test('are refused where the answers are texts', async () => {
  const input = grid('explanation-generation', ['first-review'], ['ROUGE-1']);
  await expect(written(input, madeUpDataset({ density: 0.6 }), ['csv'])).rejects.toMatchObject({
    code: 'task-impossible',
  });
});
