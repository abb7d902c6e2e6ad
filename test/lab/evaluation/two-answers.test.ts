/** @file One tree, two answers: a row for each, at the values and costs of a run that asks for that answer alone. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '../../../src/core/file-store.ts';
import type { TableRow } from '../../../src/core/evaluation.ts';
import { evaluatedTasks } from '../../../src/lab/evaluation/shown-tasks.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { headerOf, readTable, writeHeader } from '../../../src/lab/evaluation/evaluation-files.ts';
import { parseEvaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { runEvaluation } from '../../../src/lab/evaluation/run-evaluation.ts';
import { traceOf } from '../../../src/lab/evaluation/trace-again.ts';
import { taskRows } from '../../../src/lab/run/export/evaluation-rows.ts';
import type { Row, Rows } from '../../../src/lab/run/export/row-file.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';

const EXPLORED = 'Depth first, everything explored';
const planner = (label: string, answerFrom: string) => ({
  name: 'recmind',
  options: { planner: 'tree-of-thoughts-dfs', answerFrom },
  label,
});
const GRID = {
  name: 'answers',
  spec: {
    dataset: { name: 'made-up' },
    tasks: { name: 'direct-recommendation', options: { candidates: 12, count: 8 } },
    metrics: ['HR@3', 'NDCG@10'],
  },
  recommenders: [planner('Depth first', 'both'), { name: 'baseline/popularity', label: 'Popularity' }],
  seeds: [1, 2],
};
const ALONE = {
  ...GRID,
  name: 'alone',
  recommenders: [planner('Depth first', 'kept'), planner(EXPLORED, 'explored')],
};

async function rowsOf({ rows }: Rows): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows()) read.push(row);
  return read;
}

describe('a tree that is answered twice', () => {
  let session: Session;
  const files: FileStore = new MemoryFileStore();
  const hostOf = () => ({ ...session, files, now: () => 0, signal: new AbortController().signal });
  const parse = (input: unknown) => parseEvaluation(input, session.dataset.manifest.sha256);

  beforeAll(async () => {
    session = openSession(await testEngine(), madeUpDataset());
    for (const input of [GRID, ALONE]) {
      await writeHeader(files, headerOf(parse(input), session));
      expect(await runEvaluation(parse(input), hostOf())).toEqual({ outcome: 'done', error: null });
    }
  }, 60_000);

  const rowIn = async (name: string, label: string): Promise<TableRow> => {
    const row = (await readTable(files, name)).rows.find((one) => one.label === label);
    if (row === undefined) throw new Error(`no row ${label}`);
    return row;
  };

  test('has two rows and one run', async () => {
    const { rows, cells } = parse(GRID);
    expect(rows.map(({ label, run, answer }) => [label, run, answer])).toEqual([
      ['Depth first', 'Depth first', 'kept'],
      [EXPLORED, 'Depth first', 'explored'],
      ['Popularity', 'Popularity', 'kept'],
    ]);
    expect(cells.map(({ label, spec }) => [label, spec.seed])).toEqual([
      ['Depth first', 1],
      ['Depth first', 2],
      ['Popularity', 1],
      ['Popularity', 2],
    ]);
  });

  test.each(['Depth first', EXPLORED])(
    '%s is what a run for this answer alone comes to, in values and costs',
    async (label) => {
      const [together, alone] = [await rowIn('answers', label), await rowIn('alone', label)];
      const values = ({ metrics }: TableRow) => metrics.map(({ name, valid }) => [name, valid.value]);
      expect(values(together)).toEqual(values(alone));
      expect(values(together).map(([name]) => name)).toEqual(['HR@3', 'NDCG@10']);
      expect(together.lists).toEqual(alone.lists);
      expect(together.cost).toEqual(alone.cost);
      expect(together.replies).toEqual(alone.replies);
      expect(together.cost.modelCalls).toBeGreaterThan(1);
    },
  );

  test('counts the second answer against the budget, where it was asked for', async () => {
    const evaluation = parse(GRID);
    const tasks = await evaluatedTasks(evaluation, EXPLORED, session, files);
    const calls = tasks.reduce((sum, { record }) => sum + record.modelCalls, 0) / tasks.length;
    const second = tasks.reduce((sum, { record }) => sum + (record.answers?.kept?.modelCalls ?? NaN), 0) / tasks.length;
    expect(calls).toBeCloseTo(((await rowIn('answers', EXPLORED)).cost.modelCalls ?? NaN) + second, 9);
    expect(second).toBeGreaterThan(0);
  });

  test('either row leads to the one trace, which matches its record', async () => {
    const evaluation = parse(GRID);
    const [cell] = evaluation.cells;
    for (const label of ['Depth first', EXPLORED]) {
      const [task] = await evaluatedTasks(evaluation, label, session, files);
      const trace = await traceOf('answers', cell!, task!.record, hostOf());
      expect(trace.matches).toBe(true);
      expect(trace.events.filter(({ type }) => type === 'answer')).toHaveLength(2);
      expect(Object.keys(task!.values)).toEqual(['HR@3', 'NDCG@10']);
      expect(task!.base === null).toBe(label === 'Depth first');
    }
  });

  test('exports each task in both rows', async () => {
    const evaluation = parse(GRID);
    const tasks = await rowsOf(taskRows(evaluation, files));
    expect(Object.keys(tasks[0] ?? {})).not.toContain('HR@3 (explored)');
    const of = (method: string) => tasks.filter((row) => row['method'] === method);
    expect(of(EXPLORED).map((row) => [row['seed'], row['task']])).toEqual(
      of('Depth first').map((row) => [row['seed'], row['task']]),
    );
    expect(tasks.every((row) => typeof row['NDCG@10'] === 'number')).toBe(true);
  });
});
