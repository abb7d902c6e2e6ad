/** @file Evaluations: grids that stop, go on, are shared out and merged, and the tables they give. */
import { beforeAll, describe, expect, test } from 'vitest';
import { LabError } from '../../../src/core/errors.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import type { SqlEngine } from '../../../src/data/database/engine.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { readTable, writeHeader, writeTable } from '../../../src/lab/evaluation/evaluation-files.ts';
import { exampleSourcesOf, parseEvaluation, type Evaluation } from '../../../src/lab/evaluation/evaluation-spec.ts';
import { sourceKey } from '../../../src/lab/run/example-datasets.ts';
import { tableAsCsv, tableAsMarkdown } from '../../../src/lab/evaluation/export-table.ts';
import { NO_READING, type EvaluationTable, type TaskRecord } from '../../../src/core/evaluation.ts';
import {
  comesOutTheSame,
  countTasks,
  runEvaluation,
  type EvaluationHost,
} from '../../../src/lab/evaluation/run-evaluation.ts';
import { matchingTrace } from '../../../src/lab/evaluation/trace-again.ts';
import { readRecords } from '../../../src/lab/evaluation/record-files.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { openSession, type Session } from '../../../src/lab/run/session.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { testEngine } from '../../data/engine.ts';
import { END, scriptedModel, step } from '../../models/scripted-model.ts';

const GRID = {
  name: 'grid',
  spec: {
    dataset: { name: 'made-up' },
    tasks: { name: 'direct-recommendation', options: { candidates: 12, count: 6 } },
    metrics: ['HR@3', 'NDCG@10'],
  },
  recommenders: [
    { name: 'recmind', options: { planner: 'input-output' } },
    { name: 'recmind', options: { planner: 'chain-of-thought' } },
    { name: 'baseline/popularity' },
  ],
  seeds: [1, 2],
};
const TASKS = 3 * 2 * 6;

let engine: SqlEngine;
let session: Session;
beforeAll(async () => {
  engine = await testEngine();
  session = openSession(engine, madeUpDataset());
});

async function start(files: FileStore, input: unknown = GRID, host: Partial<EvaluationHost> = {}) {
  const evaluation = parseEvaluation(input, session.dataset.manifest.sha256);
  const tasks = countTasks(evaluation, session);
  const { sha256, counts } = session.dataset.manifest;
  await writeHeader(files, { spec: evaluation.spec, dataset: sha256, tasks, catalogue: counts.items });
  let told = 0;
  const end = await runEvaluation(evaluation, {
    ...session,
    files,
    now: () => 0,
    signal: new AbortController().signal,
    ...host,
    onProgress(progress) {
      told = progress.done;
      host.onProgress?.(progress);
    },
  });
  return { end, told };
}

async function eventsOf({ spec, cells }: Evaluation, host: EvaluationHost): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  for (const cell of cells)
    for (const record of (await readRecords(host.files, spec.name, cell.digest)).values())
      events.push(...(await matchingTrace(spec.name, cell, record, host)));
  return events;
}

const refusing: Partial<EvaluationHost> = {
  createModel: () => Promise.reject(new LabError('internal', 'A finished task was run again.')),
  createBaseline: () => Promise.reject(new LabError('internal', 'A finished task was run again.')),
  createRetrieval: () => Promise.reject(new LabError('internal', 'A finished task was run again.')),
};

async function linesIn(files: FileStore): Promise<string[]> {
  const paths = (await files.list('experiments/grid')).filter((path) => path.endsWith('.jsonl'));
  const texts = await Promise.all(
    paths.map(async (path) => new TextDecoder().decode((await files.read(path)) ?? undefined)),
  );
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}

const stopAfter = (count: number): Partial<EvaluationHost> => {
  const controller = new AbortController();
  return { signal: controller.signal, onProgress: ({ done }) => done === count && controller.abort() };
};

describe('an evaluation', () => {
  let whole: EvaluationTable;
  let files: MemoryFileStore;
  beforeAll(async () => {
    files = new MemoryFileStore();
    const { end, told } = await start(files);
    expect({ end, told }).toEqual({ end: { outcome: 'done', error: null }, told: TASKS });
    whole = await readTable(files, 'grid');
  }, 60_000);

  test('measures every row on the same tasks', () => {
    expect(whole.rows.map(({ label }) => label)).toEqual(['input-output', 'chain-of-thought', 'baseline/popularity']);
    for (const row of whole.rows) {
      expect(row).toMatchObject({ tasks: 12, missing: 0, failures: {} });
      expect(row.metrics.map(({ name }) => name)).toEqual(['HR@3', 'NDCG@10']);
      for (const { valid, misses } of row.metrics) {
        expect(misses).toEqual(valid);
        const { value, low, high } = valid.value ?? { value: NaN, low: NaN, high: NaN };
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        for (const than of [valid.difference, valid.p, valid.holmP])
          expect(than === null).toBe(row.label === whole.base);
        expect(valid.holmP ?? 1).toBeGreaterThanOrEqual(valid.p ?? 0);
        expect(valid.significant).toBe((valid.holmP ?? 1) < 0.05);
      }
    }
    expect(whole.rows[2]?.cost).toMatchObject({ modelCalls: 0, toolCalls: 0, tokens: 0 });
    expect(whole.rows[1]?.cost.modelCalls).toBeGreaterThan(whole.rows[0]?.cost.modelCalls ?? Infinity);
  });

  test('is the mean of the values in its records', async () => {
    const records = (await linesIn(files)).map(
      (line) => JSON.parse(line) as { cell: string; values: { 'HR@3': number } },
    );
    const cells = parseEvaluation(GRID, session.dataset.manifest.sha256).cells.filter(
      ({ label }) => label === 'input-output',
    );
    const values = records
      .filter(({ cell }) => cells.some(({ digest }) => digest === cell))
      .map((one) => one.values['HR@3']);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(whole.rows[0]?.metrics[0]?.valid.value?.value).toBeCloseTo(mean, 12);
  });

  test('says how much of the catalogue its lists cover, how little they share and how little known they are', async () => {
    const names = ['Coverage@10', 'Personalization@10', 'Novelty@10'];
    for (const row of whole.rows) expect(row.lists.map(({ name }) => name)).toEqual(names);
    const records = (await linesIn(files)).map((line) => JSON.parse(line) as TaskRecord);
    const cells = parseEvaluation(GRID, session.dataset.manifest.sha256).cells.filter(
      ({ label }) => label === 'baseline/popularity',
    );
    const shares = cells.map(({ digest }) => {
      const own = records.filter(({ cell }) => cell === digest);
      return new Set(own.flatMap(({ lists }) => lists?.['kept']?.items ?? [])).size / session.dataset.items.length;
    });
    const [cover, personal, novel] = whole.rows[2]?.lists.map(({ value }) => value) ?? [];
    expect(shares).toHaveLength(2);
    expect(cover).toBeCloseTo(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2, 12);
    expect(personal).toBeGreaterThan(0);
    expect(personal).toBeLessThan(1);
    // 30 people: an item that one person knows has log2(30) bits.
    expect(novel).toBeGreaterThan(0);
    expect(novel).toBeLessThan(Math.log2(30));
    expect(tableAsMarkdown(whole)).toContain('| Coverage@10 | Personalization@10 | Novelty@10 | failed |');
    expect(tableAsMarkdown(whole)).toContain(
      'Novelty@10: how unfamiliar the items are, in bits: more bits, less popular.',
    );
    const line = tableAsCsv(whole)
      .split('\r\n')
      .find((one) => one.startsWith('baseline/popularity,Coverage@10'));
    expect(line?.split(',').slice(2, 10)).toEqual(['left out', String(cover), ...Array<string>(6).fill('')]);
  });

  test('whose records are of an earlier version has no measures of lists', async () => {
    const own = new MemoryFileStore();
    for (const path of (await files.list('experiments/grid')).filter((one) => one.endsWith('.jsonl'))) {
      const text = new TextDecoder().decode((await files.read(path)) ?? undefined);
      await own.write(path, new TextEncoder().encode(text.replace(/"lists":\{.*?\}\},/g, '')));
    }
    await own.write('experiments/grid/spec.json', (await files.read('experiments/grid/spec.json')) as never);
    const earlier = await readTable(own, 'grid');
    expect(earlier.rows).toEqual(whole.rows.map((row) => ({ ...row, lists: [] })));
  });

  test('that is finished runs nothing again', async () => {
    expect((await start(files, GRID, refusing)).end.outcome).toBe('done');
    expect(await linesIn(files)).toHaveLength(TASKS);
  });

  test.each([1, 8, 15])('stopped after %s tasks goes on there and ends in the same table', async (count) => {
    const own = new MemoryFileStore();
    expect((await start(own, GRID, stopAfter(count))).end.outcome).toBe('aborted');
    const before = await linesIn(own);
    expect(before.length).toBeGreaterThanOrEqual(count);
    expect(before.length).toBeLessThan(TASKS);
    expect((await start(own)).end.outcome).toBe('done');
    const after = await linesIn(own);
    expect(after).toHaveLength(TASKS);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(await readTable(own, 'grid')).toEqual(whole);
  });

  test('does a task again whose record was cut off', async () => {
    const own = new MemoryFileStore();
    await start(own);
    const [path = ''] = (await own.list('experiments/grid')).filter((one) => one.endsWith('.jsonl'));
    const bytes = (await own.read(path)) ?? new Uint8Array();
    await own.write(path, bytes.subarray(0, bytes.length - 20));
    expect((await readTable(own, 'grid')).rows.reduce((sum, row) => sum + row.missing, 0)).toBe(1);
    expect((await start(own)).end.outcome).toBe('done');
    expect(await readTable(own, 'grid')).toEqual(whole);
  });

  test('gives rows that are alike intervals that are alike, and a difference of nothing is not beyond chance', async () => {
    const [popularity] = GRID.recommenders.slice(2);
    const recommenders = ['one', 'other'].map((label) => ({ ...popularity, label }));
    const own = new MemoryFileStore();
    await start(own, { ...GRID, recommenders });
    const { rows } = await readTable(own, 'grid');
    const valuesOf = (row: number) => rows[row]?.metrics.map(({ valid }) => valid.value);
    expect(valuesOf(1)).toEqual(valuesOf(0));
    for (const { valid } of rows[1]?.metrics ?? []) {
      expect(valid.difference).toEqual({ value: 0, low: 0, high: 0 });
      expect(valid).toMatchObject({ p: 1, holmP: 1, significant: false });
    }
  });

  test('in shards comes to the same table, files and all', async () => {
    const [one, other] = [new MemoryFileStore(), new MemoryFileStore()];
    for (const index of [0, 1, 2]) expect((await start(other, GRID, { shard: { index, of: 3 } })).told).toBe(TASKS / 3);
    const together = await readTable(other, 'grid');
    expect(together).toEqual(whole);
    const paths = await writeTable(one, whole);
    expect(await writeTable(other, together)).toEqual(paths);
    for (const path of paths) expect(await other.read(path)).toEqual(await one.read(path));
  });

  test('ends at its budget, and goes on with a larger one', async () => {
    const own = new MemoryFileStore();
    const { end } = await start(own, { ...GRID, budget: { modelCalls: 30 } });
    expect(end).toMatchObject({ outcome: 'failed', error: { code: 'limit-exceeded' } });
    const used = (await linesIn(own)).reduce(
      (sum, line) => sum + (JSON.parse(line) as { modelCalls: number }).modelCalls,
      0,
    );
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(30);
    expect((await start(own)).end.outcome).toBe('done');
    expect((await readTable(own, 'grid')).rows).toEqual(whole.rows);
  });
});

describe('the files of a table', () => {
  test('take labels for texts, never for formulae, markup or commands', () => {
    const label = '=1+1\n\\input{x} & | <b>"';
    const factors = { method: label, model: null, shots: null, budget: null };
    const row = { label, factors, tasks: 0, missing: 0, people: 0, failures: {}, lists: [] };
    const replies = { constrained: 0, validated: 0, mended: 0, repaired: 0, failed: 0 };
    const asked = { replies, computedShare: null, timedOutStatements: 0 };
    const cost = { modelCalls: null, toolCalls: null, tokens: null, seconds: null };
    const metrics = [{ name: 'HR@3', higherIsBetter: true, valid: NO_READING, misses: NO_READING }];
    const table: EvaluationTable = { name: 'x', base: label, seeds: [1], rows: [{ ...row, ...asked, cost, metrics }] };
    expect(tableAsCsv(table).split('\r\n')[1]).toMatch(/^"'=1\+1\n/);
    expect(tableAsMarkdown(table)).toContain('| =1+1 \\\\input{x} & \\| \\<b\\>" |');
  });
});

describe('failures', () => {
  const broken = (): EvaluationHost['createModel'] => () =>
    Promise.resolve(scriptedModel({ 'sample-state': step('search', 'Granite'), answer: 'I would rather not say.' }));

  test('are counted, left out of one reading and misses in the other', async () => {
    const files = new MemoryFileStore();
    const grid = { ...GRID, recommenders: GRID.recommenders.slice(1), base: 'baseline/popularity' };
    expect((await start(files, grid, { createModel: broken() })).end.outcome).toBe('done');
    const table = await readTable(files, 'grid');
    const [row] = table.rows;
    expect(row).toMatchObject({ tasks: 12, missing: 0, failures: { 'reply-unparseable': 12 } });
    // Each answer is asked for twice, and neither reply can be read.
    expect(row?.replies).toMatchObject({ constrained: 0, repaired: 0, failed: 24 });
    expect(tableAsMarkdown(table)).toMatch(/\| replies validated \| replies failed \|\n[^]*\| 24 \|\n/);
    expect(row?.metrics[0]?.valid).toEqual(NO_READING);
    expect(row?.metrics[0]?.misses.value).toEqual({ value: 0, low: 0, high: 0 });
    expect(row?.metrics[0]?.misses.difference?.value).toBeLessThanOrEqual(0);
  });

  test('to predict a rating are as far off as the scale allows', async () => {
    const files = new MemoryFileStore();
    const spec = { ...GRID.spec, tasks: { name: 'rating-prediction', options: { users: [1] } }, metrics: ['MAE'] };
    const grid = { ...GRID, spec, recommenders: GRID.recommenders.slice(0, 1), seeds: [1] };
    await start(files, grid, { createModel: broken() });
    const [record] = (await linesIn(files)).map((line) => JSON.parse(line) as { values: { MAE: number } });
    expect(record?.values.MAE).toBeGreaterThanOrEqual(2.25);
    expect(record?.values.MAE).toBeLessThanOrEqual(4.5);
  });

  const grid = { ...GRID, recommenders: GRID.recommenders.slice(0, 2), seeds: [1] };

  /** A model of which the call of that number fails, and with `gone` every later one too. */
  const failingAt = (call: number, code: 'endpoint-failed' | 'endpoint-gone'): Partial<EvaluationHost> => {
    let calls = 0;
    const failure = new LabError(code, 'The endpoint cannot be reached.');
    const fails = () => (calls += 1) === call || (code === 'endpoint-gone' && calls > call);
    const answer = () => {
      if (fails()) throw failure;
      return '{"reason": "so it is", "ranking": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}';
    };
    const model = scriptedModel({ 'sample-state': END, answer });
    return { createModel: () => Promise.resolve(model) };
  };

  test('of a model that is gone are an outage: it ends the evaluation, which goes on when the model is back', async () => {
    const files = new MemoryFileStore();
    const { end } = await start(files, grid, failingAt(4, 'endpoint-gone'));
    expect(end).toMatchObject({
      outcome: 'failed',
      error: { code: 'endpoint-gone', message: 'The endpoint cannot be reached.' },
    });
    expect((await readTable(files, 'grid')).rows.map(({ failures, missing }) => ({ failures, missing }))).toEqual([
      { failures: {}, missing: 3 },
      { failures: {}, missing: 6 },
    ]);
    expect((await start(files, grid, failingAt(Infinity, 'endpoint-gone'))).end.outcome).toBe('done');
    const whole = new MemoryFileStore();
    await start(whole, grid, failingAt(Infinity, 'endpoint-gone'));
    expect(await readTable(files, 'grid')).toEqual(await readTable(whole, 'grid'));
  });

  test('of one reply of a model that answers the next are counted', async () => {
    const files = new MemoryFileStore();
    expect((await start(files, grid, failingAt(4, 'endpoint-failed'))).end.outcome).toBe('done');
    const [row] = (await readTable(files, 'grid')).rows;
    expect(row).toMatchObject({ missing: 0, failures: { 'endpoint-failed': 1 } });
  });
});

describe('traces', () => {
  const specOf = (input: object, recommender: object = GRID.recommenders[0] as object) =>
    parseRunSpec({ ...GRID.spec, recommender, ...input });
  const endpoint = { name: 'endpoint/x', options: { baseUrl: 'http://localhost:1/v1' } };
  const team = (options: object) => ({ name: 'macrec', options });
  const search = (options: object) => ({ name: 'recmind', options: { tools: [{ name: 'search', options }] } });

  test.each([
    ['of the reasoner alone', specOf({}), true],
    ['of a baseline, whatever its model', specOf({ model: endpoint }, { name: 'baseline/popularity' }), true],
    ['of a language model', specOf({ model: endpoint }), false],
    ['of one that is the critic only', specOf({ critic: endpoint }), false],
    ['of one that an agent names', specOf({}, team({ models: { small: endpoint } })), false],
    ['of one that is replayed', specOf({ critic: endpoint, replies: { mode: 'replay', recording: 'r' } }), true],
    ['with Wikipedia', specOf({}, search({ provider: 'wikipedia' })), false],
    ['with the built-in embedding', specOf({}, search({ provider: 'meaning' })), true],
    [
      'with another embedding',
      specOf({}, search({ provider: 'meaning', embedding: { name: 'transformers/all-MiniLM-L6-v2' } })),
      false,
    ],
  ] as const)('%s', (_, spec, comesAgain) => expect(comesOutTheSame(spec)).toBe(comesAgain));

  const host = (files: FileStore): EvaluationHost => ({
    ...session,
    files,
    now: () => 0,
    signal: new AbortController().signal,
  });

  test('are kept where only the critic is a language model, and exported though it is gone', async () => {
    const files = new MemoryFileStore();
    const planner = { planner: 'tree-of-thoughts-dfs', steps: 2 };
    const grid = {
      ...GRID,
      spec: { ...GRID.spec, critic: endpoint },
      recommenders: [{ name: 'recmind', options: planner }],
    };
    const critic = scriptedModel({ evaluate: '{"verdict":"keep","reason":"so"}' });
    await start(
      files,
      { ...grid, seeds: [1] },
      {
        createModel: async (spec, ...others) =>
          spec.model.name === endpoint.name ? critic : session.createModel(spec, ...others),
      },
    );
    const evaluation = parseEvaluation({ ...grid, seeds: [1] }, session.dataset.manifest.sha256);
    const rows = await eventsOf(evaluation, { ...host(files), ...refusing });
    expect(rows.filter(({ type }) => type === 'answer')).toHaveLength(6);
  });

  test('that would be others than those of the records are not exported', async () => {
    const files = new MemoryFileStore();
    const grid = { ...GRID, recommenders: GRID.recommenders.slice(0, 1), seeds: [1] };
    await start(files, grid);
    const evaluation = parseEvaluation(grid, session.dataset.manifest.sha256);
    const other = scriptedModel({ 'sample-state': END, answer: '' });
    const changed = { ...host(files), createModel: () => Promise.resolve(other) };
    await expect(eventsOf(evaluation, changed)).rejects.toThrow('can no longer be made again');
    expect((await eventsOf(evaluation, host(files))).length).toBeGreaterThan(6);
  });
});

describe('the spec of an evaluation', () => {
  const labels = (input: unknown) => parseEvaluation(input, '').rows.map(({ label }) => label);

  test('budgets of calls are for planners; a system of agents ends by its own limits and has one row', () => {
    const recommenders = [
      { name: 'recmind', options: { planner: 'chain-of-thought' } },
      { name: 'macrec', options: {} },
    ];
    const { rows, cells } = parseEvaluation({ ...GRID, recommenders, seeds: [1], callBudgets: [null, 5] }, '');
    expect(rows.map(({ label, factors }) => [label, factors.budget])).toEqual([
      ['chain-of-thought, no budget', null],
      ['chain-of-thought, 5 calls', 5],
      ['macrec', null],
    ]);
    expect(cells[1]?.spec.recommender.options).toMatchObject({ budget: { modelCalls: 5 }, steps: 40 });
  });

  test('lengths of history are rows of every method, for sequences alone', () => {
    const sequences = { ...GRID.spec, tasks: { name: 'sequential-recommendation', options: { candidates: 10 } } };
    const grid = {
      ...{ ...GRID, spec: { ...sequences, metrics: ['HR@10'] }, seeds: [1], histories: [2, 20] },
      recommenders: [
        { name: 'recmind', options: {}, label: 'SI' },
        { name: 'baseline/markov-chain', label: 'Markov' },
      ],
    };
    const { rows, cells } = parseEvaluation(grid, '');
    expect(rows.map(({ label, factors }) => [label, factors.method, factors.history])).toEqual([
      ['SI, history of 2', 'SI', 2],
      ['Markov, history of 2', 'Markov', 2],
      ['SI, history of 20', 'SI', 20],
      ['Markov, history of 20', 'Markov', 20],
    ]);
    expect(cells.map(({ spec }) => spec.tasks.options.history)).toEqual([2, 2, 20, 20]);
    expect(cells[0]?.spec.tasks.options.candidates).toBe(10);
    const ratings = { ...grid, spec: { ...GRID.spec, tasks: { name: 'rating-prediction' } } };
    expect(() => parseEvaluation(ratings, '')).toThrow('histories');
  });

  test('with a budget of model calls each planner goes on until that ends it', () => {
    const planners = ['chain-of-thought', 'self-consistency', 'language-agent-tree-search'];
    const recommenders = planners.map((planner) => ({ name: 'recmind', options: { planner } }));
    const { cells } = parseEvaluation({ ...GRID, recommenders, seeds: [1], callBudgets: [5] }, '');
    expect(cells.map(({ spec }) => spec.recommender.options)).toMatchObject([
      { steps: 40 },
      { steps: 5, answers: 100 },
      { steps: 5, iterations: 100 },
    ]);
  });

  test('crosses methods with models and shots, baselines apart', () => {
    const models = [{ preset: 'default' }, { preset: 'short-memory' }].map((options) => ({
      name: 'built-in/reasoner',
      options,
    }));
    const rows = labels({ ...GRID, recommenders: GRID.recommenders.slice(1), models, shots: [0, 3] });
    expect(rows).toEqual([
      'chain-of-thought, default, 0 shots',
      'chain-of-thought, default, 3 shots',
      'chain-of-thought, short-memory, 0 shots',
      'chain-of-thought, short-memory, 3 shots',
      'baseline/popularity',
    ]);
  });

  test('crosses numbers of examples with where they come from, which is all one without any', () => {
    const input = {
      ...GRID,
      recommenders: GRID.recommenders.slice(1),
      shots: [0, 3],
      examplesFrom: [null, { name: 'books', label: 'Books' }],
    };
    const { rows, cells } = parseEvaluation(input, '', {});
    expect(rows.map(({ label }) => label)).toEqual([
      'chain-of-thought, 0 shots',
      'chain-of-thought, 3 shots, own examples',
      'chain-of-thought, 3 shots, examples from Books',
      'baseline/popularity',
    ]);
    expect(rows.map(({ factors }) => factors.examplesFrom)).toEqual([undefined, null, 'Books', undefined]);
    const sources = cells.map(({ spec }) => spec.tasks.options.examplesFrom?.name);
    expect(new Set(sources)).toEqual(new Set([undefined, 'books']));
    expect(exampleSourcesOf({ cells })).toEqual([{ name: 'books', options: {} }]);
    const digests = (fingerprint: string) =>
      parseEvaluation(input, '', { [sourceKey({ name: 'books', options: {} })]: fingerprint }).cells.map(
        ({ digest }) => digest,
      );
    const changed = digests('a').map((digest, at) => digest !== digests('b')[at]);
    expect(changed).toEqual(sources.map((name) => name === 'books'));
  });

  test('has a digest that depends on the dataset and on every option', () => {
    const digest = (input: object, dataset = 'a') => parseEvaluation({ ...GRID, ...input }, dataset).cells[0]?.digest;
    expect(digest({ name: 'other', seeds: [1] })).toBe(digest({}));
    expect(digest({}, 'b')).not.toBe(digest({}));
    expect(digest({ seeds: [3] })).not.toBe(digest({}));
    expect(digest({ spec: { ...GRID.spec, metrics: ['HR@3'] } })).not.toBe(digest({}));
  });

  test.each([
    ['an unknown field', { ...GRID, seed: 1 }, 'the spec: unknown field "seed"'],
    ['no methods', { ...GRID, recommenders: [] }, 'recommenders: must hold at least 1.'],
    [
      'two rows of one name',
      { ...GRID, recommenders: [GRID.recommenders[0], GRID.recommenders[0]] },
      'Two rows are called "input-output"',
    ],
    ['a base that is no row', { ...GRID, base: 'x' }, 'base: there is no row "x"; one of input-output'],
    [
      'a row that cannot be',
      { ...GRID, recommenders: [{ name: 'baseline/global-mean' }] },
      'baseline/global-mean: recommender.name:',
    ],
    ['a name that leaves its folder', { ...GRID, name: '../x' }, 'name: "../x" does not have the right form'],
  ])('with %s is refused', (_, input, message) => {
    expect(() => parseEvaluation(input, '')).toThrow(
      expect.objectContaining({ code: 'spec-invalid', message: expect.stringContaining(message) as string }) as Error,
    );
  });
});
