/** @file Results by activity and popularity, single people, and what language models invent. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { TaskRecord } from '../../../src/core/evaluation.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { leaveLastOut } from '../../../src/data/split/splits.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { createTableFold } from '../../../src/lab/evaluation/results.ts';
import { countTasks, runEvaluation } from '../../../src/lab/evaluation/run-evaluation.ts';
import { equalParts } from '../../../src/lab/evaluation/row-results.ts';
import { openSession } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

let engine: SqlEngine;
beforeAll(async () => {
  engine = await testEngine();
});

test('parts hold every value once, equal values together, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }), (values) => {
      const parts = equalParts(values);
      expect(parts.length).toBeLessThanOrEqual(4);
      for (const value of values) expect(parts.filter(([from, to]) => value >= from && value <= to)).toHaveLength(1);
      expect(parts.flat()).toEqual(parts.flat().toSorted((a, b) => a - b));
    }),
  );
});

const SPEC = {
  name: 'parts',
  spec: { dataset: { name: 'made-up' }, tasks: { name: 'direct-recommendation', options: { candidates: 10 } } },
  recommenders: [{ name: 'baseline/popularity' }, { name: 'baseline/random' }],
};

test('a table tells whom and what a row does well for, from training interactions alone', async () => {
  const dataset = madeUpDataset({ density: 0.6 });
  const session = openSession(engine, dataset);
  const evaluation = parseEvaluation(SPEC, dataset.manifest.sha256);
  const records: TaskRecord[] = [];
  await runEvaluation(evaluation, {
    ...session,
    files: new MemoryFileStore(),
    now: () => 0,
    signal: new AbortController().signal,
    onRecord: (record) => records.push(record),
  });
  const heldOut = new Set(leaveLastOut(dataset).heldOut);
  const { user, item } = dataset.interactions;
  const counted = (ids: Int32Array, id: number): number =>
    ids.reduce((sum, one, at) => sum + Number(one === id && !heldOut.has(at)), 0);
  for (const { person, task, facts } of records) {
    const asked = Number(task.split(':')[1]);
    expect(facts).toEqual({ activity: counted(user, person), popularity: counted(item, asked) });
  }
  const fold = createTableFold(evaluation, { tasks: countTasks(evaluation, session) });
  for (const record of records) fold.add(record);
  const [row, other] = (await fold.table()).rows;
  expect(row?.slices.map(({ by, from, to, tasks }) => [by, from, to, tasks])).toEqual(
    other?.slices.map(({ by, from, to, tasks }) => [by, from, to, tasks]),
  );
  const tasksBy = (by: string) => row?.slices.filter((one) => one.by === by).reduce((sum, one) => sum + one.tasks, 0);
  expect(tasksBy('activity')).toBe(row?.tasks);
  expect(tasksBy('popularity')).toBe(row?.tasks);
  const people = row?.metrics[0]?.people ?? [];
  expect(people).toHaveLength(5);
  expect(people).toEqual(people.toSorted((a, b) => a - b));
});
