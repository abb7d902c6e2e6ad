/** @file Evaluations in the lab, as its worker runs them: told as they grow, stopped, gone on with, traced and exported. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EvaluationTable } from '../../../src/core/evaluation.ts';
import type { Json } from '../../../src/core/json.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { loadSqlEngine, type SqlEngine } from '../../../src/data/database/engine.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { createLab } from '../../../src/lab/create-lab.ts';
import type { EvaluationExport, EvaluationInput } from '../../../src/lab/evaluation/service.ts';
import type { LabService, Update } from '../../../src/lab/service.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const NEVER = new AbortController().signal;
const ignore = (): void => undefined;

const GRID: EvaluationInput = {
  name: 'grid',
  spec: {
    dataset: { name: 'synthetic-films' },
    tasks: { name: 'direct-recommendation', options: { count: 4 } },
    metrics: ['HR@10', 'NDCG@10'],
  },
  recommenders: [
    { name: 'recmind', options: { planner: 'input-output' }, label: 'Input–output' },
    { name: 'recmind', options: { planner: 'self-inspiring' }, label: 'Self-Inspiring' },
    { name: 'baseline/popularity', options: {}, label: 'Popularity' },
  ],
  seeds: [1, 2],
};
const TASKS = 3 * 4 * 2;

const timeless = (events: readonly TraceEvent[]): unknown[] => events.map(({ time: _, ...event }) => event);

describe('evaluations in the lab', () => {
  let engine: SqlEngine;
  const builds = new MemoryFileStore();

  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
    engine = await loadSqlEngine(new Uint8Array(await readFile(wasm)));
    await evaluate(await openLab(builds));
  }, 180_000);

  async function openLab(files: MemoryFileStore): Promise<LabService> {
    const lab = createLab({
      loadEngine: () => Promise.resolve(engine),
      openFiles: () => Promise.resolve(files),
      fetchPackaged: async (dataset, file) => new Uint8Array(await readFile(`${ROOT}/datasets/${dataset}/${file}`)),
    });
    await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
    return lab;
  }

  async function evaluate(lab: LabService, input = GRID, signal = NEVER, onUpdate: (u: Update) => void = ignore) {
    const updates: Update[] = [];
    const end = await lab.start('grid', 'grid', input, {
      onUpdate(update) {
        updates.push(update);
        onUpdate(update);
      },
      signal,
    });
    const tables = updates.flatMap((update) => (update.type === 'table' ? [update.table] : []));
    const progress = updates.flatMap((update) => (update.type === 'progress' ? [update.progress] : []));
    return { end, tables, progress };
  }

  /** Files with the builds that the first evaluation made, and no evaluation. */
  async function freshFiles(): Promise<MemoryFileStore> {
    const files = new MemoryFileStore();
    for (const path of await builds.list('builds'))
      await files.write(path, (await builds.read(path)) ?? new Uint8Array());
    return files;
  }

  test('are named by what they compare, and never replaced by others', async () => {
    const files = await freshFiles();
    const lab = await openLab(files);
    const nameOf = async (input: EvaluationInput): Promise<string> => {
      let name = '';
      await evaluate(lab, input, NEVER, (update) => void (update.type === 'kept' && (name = update.name)));
      return name;
    };
    const popularity = { name: 'baseline/popularity', options: {}, label: 'Popularity' };
    const cosine = { name: 'baseline/item-cosine', options: {}, label: 'Item cosine' };
    const input = { ...GRID, name: 'unnamed', recommenders: [popularity], seeds: [1] };
    const spec = GRID['spec'] as { readonly [field: string]: Json };
    const of = (count: number): Json => ({ ...spec, tasks: { name: 'direct-recommendation', options: { count } } });
    const first = await nameOf(input);
    expect(first).toMatch(/^popularity-direct-4-people-\d{4}(-\d\d){5}$/u);
    const table = await lab.query('table', first);
    // The same runs are gone on with, and so are others beside them.
    expect(await nameOf(input)).toBe(first);
    expect(await nameOf({ ...input, name: first })).toBe(first);
    const varied = [
      await nameOf({ ...input, name: first, spec: of(3) }),
      await nameOf({ ...input, name: first, spec: of(5) }),
      await nameOf({ ...input, name: first, seeds: [2] }),
      await nameOf({ ...input, name: first, recommenders: [cosine] }),
    ];
    expect(new Set([first, ...varied]).size).toBe(5);
    expect(await lab.query('table', first)).toEqual(table);
    expect(await nameOf({ ...input, name: first, recommenders: [popularity, cosine] })).toBe(first);
    // A name that a person gave is numbered.
    expect(await nameOf({ ...input, name: 'mine' })).toBe('mine');
    expect(await nameOf({ ...input, name: 'mine', spec: of(3) })).toBe('mine-2');
    const kept = await lab.list();
    expect(kept.every(({ kind, outcome }) => kind === 'grid' && outcome === 'done')).toBe(true);
    // One that cannot be read takes no other with it, and is continued by whoever runs it again.
    await files.write(`experiments/mine/spec.json`, new TextEncoder().encode('{"torn'));
    expect(await nameOf({ ...input, name: 'mine' })).toBe('mine');
    expect(await lab.list()).toHaveLength(7);
  }, 60_000);

  test('take over the runs that they share with one whose settings were changed', async () => {
    const lab = await openLab(await freshFiles());
    await evaluate(lab);
    const [first, , last] = GRID['recommenders'] as readonly Json[];
    const { progress, end } = await evaluate(lab, { ...GRID, recommenders: [first ?? null, last ?? null] });
    expect(end.outcome).toBe('done');
    expect(progress.at(0)?.done).toBe(progress.at(-1)?.done);
    expect((await lab.query('table', 'grid')).rows).toHaveLength(3);
    expect((await lab.query('table', 'grid-2')).rows).toHaveLength(2);
  }, 60_000);

  test('take another row as their reference, in the table, what is kept and exports, without running anything', async () => {
    const files = await freshFiles();
    const lab = await openLab(files);
    await evaluate(lab);
    const before = await lab.query('table', 'grid');
    const table = await lab.keep('base', { grid: 'grid', base: 'Popularity' });
    expect(table.base).toBe('Popularity');
    const differenceOf = (of: EvaluationTable, row: number) => of.rows[row]?.metrics[1]?.valid.difference;
    expect(differenceOf(table, 2)).toBeNull();
    expect(differenceOf(table, 0)?.value).toBeCloseTo(-(differenceOf(before, 2)?.value ?? NaN), 12);
    expect(await lab.query('table', 'grid')).toEqual(table);
    expect((await lab.list())[0]?.spec).toMatchObject({ base: 'Popularity' });
    const saved = await (await lab.query('grid-file', { grid: 'grid', as: 'json' })).text();
    expect(JSON.parse(saved)).toEqual(table);
    await expect(lab.keep('base', { grid: 'grid', base: 'Nobody' })).rejects.toMatchObject({ code: 'spec-invalid' });
    expect(await lab.query('table', 'grid')).toEqual(table);
  }, 60_000);

  test('stop, and go on in another tab without doing a finished task again', async () => {
    const files = await freshFiles();
    const controller = new AbortController();
    let stoppedAt = 0;
    const first = await evaluate(await openLab(files), GRID, controller.signal, (update) => {
      if (update.type !== 'progress' || update.progress.done < 6) return;
      stoppedAt = update.progress.done;
      controller.abort();
    });
    expect(first.end.outcome).toBe('aborted');
    const lab = await openLab(files);
    const [kept] = await lab.list();
    expect(kept).toMatchObject({ id: 'grid', dataset: 'synthetic-films', outcome: 'aborted' });
    const { done, tasks } = await lab.query('outline', kept?.spec ?? {});
    expect(tasks).toBe(TASKS);
    expect(done).toBeGreaterThanOrEqual(stoppedAt);
    expect(done).toBeLessThan(TASKS);
    const second = await evaluate(lab, kept?.spec);
    expect(second.end.outcome).toBe('done');
    expect(second.progress[0]?.done).toBe(done);
    const seconds = ({ rows }: EvaluationTable) =>
      rows.map((row) => ({ ...row, cost: { ...row.cost, seconds: null } }));
    expect(seconds(await lab.query('table', 'grid'))).toEqual(seconds(await builtTable()));
    await lab.remove('experiment', 'grid');
    expect(await lab.list()).toEqual([]);
  }, 60_000);

  const builtTable = async (): Promise<EvaluationTable> => (await openLab(builds)).query('table', 'grid');

  test('open the trace of every task: run again, or as it was kept, alike', async () => {
    const again = await openLab(builds);
    const keeping = await openLab(await freshFiles());
    await evaluate(keeping, { ...GRID, keepTraces: true });
    for (const label of ['Self-Inspiring', 'Popularity']) {
      const tasks = await again.query('evaluated', { grid: 'grid', label: label });
      const kept = await keeping.query('evaluated', { grid: 'grid', label: label });
      expect(tasks.map(({ task, seed, person, item }) => [task, seed, person, item])).toEqual(
        kept.map(({ task, seed, person, item }) => [task, seed, person, item]),
      );
      expect(tasks.every(({ base, person }) => base !== null && person !== '')).toBe(true);
      const at = 5;
      const one = await again.query('trace', { grid: 'grid', record: tasks[at]!.record }, { signal: NEVER });
      const other = await keeping.query('trace', { grid: 'grid', record: kept[at]!.record }, { signal: NEVER });
      expect([one.source, one.matches, other.source]).toEqual(['again', true, 'kept']);
      expect(timeless(other.events).slice(1)).toEqual(timeless(one.events).slice(1, -1));
      expect(one.events.at(-1)?.type).toBe('run-end');
    }
  }, 60_000);

  const exported = async (lab: LabService, as: EvaluationExport): Promise<Blob> =>
    lab.query('grid-file', { grid: 'grid', as });
  test('export tables and tasks', async () => {
    const lab = await openLab(builds);
    expect(await (await exported(lab, 'csv')).text()).toMatch(/^method,metric,/);
    expect((await (await exported(lab, 'tasks.csv')).text()).trim().split('\r\n')).toHaveLength(1 + TASKS);
  }, 120_000);
});
