/** @file Cells of notebooks in the lab: their outputs are folds over the events that are kept, and the same as in the terminal. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RunCell } from '../../../src/notebook/notebook.ts';
import { parseTrace } from '../../../src/trace/trace-file.ts';
import { loadSqlEngine } from '../../../src/data/database/engine.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { createLab } from '../../../src/lab/create-lab.ts';
import { RunFold } from '../../../src/notebook/fold-run.ts';
import { fingerprint } from '../../../src/notebook/fingerprints.ts';
import { validateNotebook } from '../../../src/notebook/validate.ts';
import type { LabService, Update } from '../../../src/lab/service.ts';
import type { NotebookRun } from '../../../src/lab/notebook/service.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const NEVER = new AbortController().signal;
const ignore = (): void => undefined;

describe('cells of notebooks in the lab', () => {
  const files = new MemoryFileStore();
  let lab: LabService;
  const { cells } = validateNotebook({
    version: 1,
    title: '',
    cells: [
      {
        id: 'run',
        type: 'run',
        spec: {
          dataset: { name: 'synthetic-films' },
          tasks: { name: 'rating-prediction', options: { users: [1, 2], shots: 1 } },
          recommender: { options: { planner: 'chain-of-thought', steps: 2 } },
        },
      },
    ],
  });
  const { spec } = cells[0] as RunCell;
  const request = (more: Partial<NotebookRun> = {}): NotebookRun => ({
    label: 'chain-of-thought',
    spec,
    trace: 'run.1.0',
    recordings: {},
    compareWith: null,
    ...more,
  });
  const text = async (trace: string): Promise<string> =>
    new TextDecoder().decode((await files.read(`experiments/n/${trace}.jsonl`)) ?? new Uint8Array());

  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
    const engine = await loadSqlEngine(new Uint8Array(await readFile(wasm)));
    lab = createLab({
      loadEngine: () => Promise.resolve(engine),
      openFiles: () => Promise.resolve(files),
      fetchPackaged: async (dataset, file) => new Uint8Array(await readFile(`${ROOT}/datasets/${dataset}/${file}`)),
    });
    await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
  }, 180_000);

  test('come to what the kept events fold into, and are the same the next time', async () => {
    const told: number[] = [];
    const onUpdate = (update: Update): void => void (update.type === 'position' && told.push(update.done));
    const first = await lab.start('cell', 'n', request(), { onUpdate, signal: NEVER });
    const events = parseTrace(await text('run.1.0'));
    const fold = new RunFold(spec, { label: 'chain-of-thought', trace: 'run.1.0' });
    for (const event of events) fold.add(event);
    expect(fold.end()).toEqual(first.output);
    expect(first.output).toMatchObject({
      dataset: { synthetic: true },
      summary: { outcome: 'done', tasks: 2 },
      error: null,
    });
    expect(first.output.tasks.map(({ answer, truth }) => [answer?.type, truth?.type])).toEqual([
      ['rating', 'rating'],
      ['rating', 'rating'],
    ]);
    expect(first.output.fingerprints.results).toBe(fingerprint(first.output.summary.digest));
    expect(first.output.tasks.reduce((sum, { modelCalls }) => sum + modelCalls, 0)).toBe(
      first.output.summary.modelCalls,
    );
    expect(told.at(-1)).toBe(2);

    const again = await lab.start('cell', 'n', request({ trace: 'run.2.0', compareWith: 'run.1.0' }), {
      signal: NEVER,
    });
    expect(again.difference).toBeNull();
    expect(again.output.fingerprints).toEqual(first.output.fingerprints);
  });

  test('say which event differs from events that were kept', async () => {
    const other = { ...spec, seed: 5 };
    const end = await lab.start('cell', 'n', request({ spec: other, trace: 'run.3.0', compareWith: 'run.1.0' }), {
      signal: NEVER,
    });
    expect(end.difference).toMatchObject({ seq: 0, member: 'spec.seed', expected: { type: 'run-start' } });
  });

  test('carry what they recorded, replay it from the notebook alone, and write over no recording', async () => {
    const own = new TextEncoder().encode('mine');
    await files.write('recordings/mine.jsonl', own);
    const replies = { mode: 'record', recording: 'mine' } as const;
    const recorded = await lab.start('cell', 'n', request({ spec: { ...spec, replies }, trace: 'run.4.0' }), {
      signal: NEVER,
    });
    expect(recorded.recording?.split('\n').length).toBeGreaterThan(2);
    expect(await files.read('recordings/mine.jsonl')).toEqual(own);
    const replayed = await lab.start(
      'cell',
      'n',
      request({
        spec: { ...spec, replies: { mode: 'replay', recording: 'mine' } },
        trace: 'run.5.0',
        recordings: { mine: recorded.recording ?? '' },
      }),
      { signal: NEVER },
    );
    expect(replayed.output.tasks.map(({ answer }) => answer)).toEqual(
      recorded.output.tasks.map(({ answer }) => answer),
    );
  });

  test('answer SQL on the part that a dataset cell names, behind the guard, as events', async () => {
    const question = { dataset: { name: 'synthetic-films', options: {} }, trace: 'sql.1.0' };
    const query = 'SELECT count(*) AS people FROM users';
    const whole = await lab.start('question', 'n', { ...question, query }, { signal: NEVER });
    expect(whole).toMatchObject({ columns: ['people'], rows: [[600]], problem: null });
    expect(parseTrace(await text('sql.1.0')).map(({ type }) => type)).toEqual([
      'run-start',
      'tool-call',
      'tool-result',
      'run-end',
    ]);
    const slice = { name: 'synthetic-films', options: { slice: { users: 50 } } };
    const part = await lab.start('question', 'n', { ...question, dataset: slice, query }, { signal: NEVER });
    expect(part.rows).toEqual([[50]]);
    expect(part.dataset.sha256).not.toBe(whole.dataset.sha256);
    const refused = await lab.start('question', 'n', { ...question, query: 'DROP TABLE users' }, { signal: NEVER });
    expect(refused.problem).not.toBeNull();
    expect(refused.rows).toEqual([]);
    const look = await lab.start('question', 'n', { ...question, query: null }, { signal: NEVER });
    expect(look.columns).toEqual(['rating', 'count']);
  });

  test('are refused for another dataset than the open one, and checked down to the names in their specs', async () => {
    const elsewhere = { ...spec, dataset: { name: 'other', options: {} } };
    await expect(lab.start('cell', 'n', request({ spec: elsewhere }), { signal: NEVER })).rejects.toMatchObject({
      code: 'spec-invalid',
    });
    const wrong = { version: 1, title: '', cells: [{ id: 'a', type: 'comparison', spec, planners: ['no-such'] }] };
    await expect(lab.query('check', wrong)).rejects.toThrow('cells.0.planners.0');
    await expect(lab.query('check', { version: 1, title: '', cells })).resolves.toBeUndefined();
  });
});
