import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { loadSqlEngine, type SqlEngine } from '../../src/data/database/engine.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import { createLab } from '../../src/lab/create-lab.ts';
import type { LabService } from '../../src/lab/service.ts';
import { DIGESTS } from '../digests.ts';
import { startHere } from '../programs/here.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NEVER = new AbortController().signal;
const ignore = (): void => undefined;

describe('the lab, on its packaged dataset', () => {
  let engine: SqlEngine;
  const files = new MemoryFileStore();
  let lab: LabService;

  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
    engine = await loadSqlEngine(new Uint8Array(await readFile(wasm)));
    lab = newLab();
    await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
    await lab.prepare((await lab.describe()).defaultSpec, { onProgress: ignore, signal: NEVER });
  }, 180_000);

  const newLab = (store = files): LabService =>
    createLab({
      loadEngine: () => Promise.resolve(engine),
      openFiles: () => Promise.resolve(store),
      startPrograms: startHere,
      fetchPackaged: async (dataset, file) => new Uint8Array(await readFile(`${ROOT}/datasets/${dataset}/${file}`)),
    });

  const run = async (id: string, options: object = {}, signal = NEVER) => {
    const { defaultSpec } = await lab.describe();
    const events: TraceEvent[] = [];
    const summary = await lab.run(
      id,
      { ...defaultSpec, ...options },
      { onEvents: (batch) => events.push(...batch), signal },
    );
    return { events, summary };
  };

  test('says what it opened, and that people and ratings are synthetic', async () => {
    const opened = await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
    expect(opened.manifest).toMatchObject({ synthetic: true, counts: { users: 600 } });
    expect(opened.people).toBe(600);
    expect(opened.profile.ratings.reduce((sum, { count }) => sum + count, 0)).toBe(opened.manifest.counts.interactions);
    expect(opened.profile.ratings.map(({ rating }) => rating)).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]);
  });

  test('previews the task of its default spec without the truth', async () => {
    const { defaultSpec } = await lab.describe();
    const [task] = await lab.preview(defaultSpec);
    expect(task).toMatchObject({ type: 'rating-prediction', user: { id: 1 } });
    expect(Object.keys(task ?? {})).not.toContain('truth');
  });

  test('tries a run with the same events as one that is kept, and keeps nothing', async () => {
    const { defaultSpec } = await lab.describe();
    const kept = await run('tried');
    const before = await files.list('runs');
    const events: TraceEvent[] = [];
    const tried = await lab.tryRun(defaultSpec, { onEvents: (batch) => events.push(...batch), signal: NEVER });
    expect(tried.digest).toBe(kept.summary.digest);
    expect(events.length).toBe(kept.events.length);
    const untold = await lab.tryRun(defaultSpec, { signal: NEVER });
    expect(untold).toEqual({ ...tried, digest: '' });
    expect(await files.list('runs')).toEqual(before);
    const other = { ...defaultSpec, dataset: { name: 'ml-latest-small', options: {} } };
    await expect(lab.tryRun(other, { signal: NEVER })).rejects.toMatchObject({ code: 'spec-invalid' });
  });

  test('runs its default spec to an answer, and keeps every event', async () => {
    const { events, summary } = await run('a');
    expect(summary).toMatchObject({ outcome: 'done', tasks: 1, failures: {} });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.some(({ type }) => type === 'answer')).toBe(true);
    expect(await lab.kept.read('a')).toEqual({ events, fault: null });
    expect((await lab.kept.list())[0]).toMatchObject({ id: 'a', kind: 'run', outcome: 'done' });
  });

  test('a second lab on the same files opens from what the first one built, and runs the same events', async () => {
    const first = await run('b');
    const phases: string[] = [];
    lab = newLab();
    await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
    await lab.prepare((await lab.describe()).defaultSpec, {
      onProgress: ({ phase }) => phases.push(phase),
      signal: NEVER,
    });
    expect(phases).toEqual([]);
    const second = await run('c');
    expect(second.summary.digest).toBe(first.summary.digest);
  });

  test.each(Object.entries(DIGESTS))(
    '%s gives the events that it always gave',
    async (name, { options, digest }) => {
      expect((await run(name.replaceAll(/[^a-z]/g, '-'), options)).summary.digest).toBe(digest);
    },
    60_000,
  );

  test('stops before the first task when it was stopped before it began', async () => {
    const { events, summary } = await run('d', {}, AbortSignal.abort());
    expect(summary.outcome).toBe('aborted');
    expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
  });

  test('forks a kept run, and keeps the fork under its parent', async () => {
    const parent = await run('p');
    const spec = await lab.fork('p', '0.0', { observation: 'Nothing was found.' });
    const forked = await run('q', spec);
    expect(forked.summary.outcome).toBe('done');
    const shared = spec.fork?.shared.events ?? 0;
    expect(forked.events.slice(1, shared).map(({ time: _, ...event }) => event)).toEqual(
      parent.events.slice(1, shared).map(({ time: _, ...event }) => event),
    );
    expect((await lab.kept.list()).find(({ id }) => id === 'q')?.spec).toMatchObject({ fork: { run: 'p' } });

    const copy = await lab.kept.keep(parent.events);
    expect(await lab.kept.read(copy)).toEqual({ events: parent.events, fault: null });
    expect((await lab.kept.list()).find(({ id }) => id === copy)).toMatchObject({ outcome: 'done' });
    await expect(lab.kept.keep(parent.events.slice(1))).rejects.toMatchObject({ code: 'trace-damaged' });
    await expect(lab.fork('none', '0.0', {})).rejects.toMatchObject({ code: 'name-unknown' });
  });

  test('a disk that is full ends the keeping, not the run', async () => {
    const builds = await files.list('builds');
    const kept = await Promise.all(
      builds.map(async (path) => [path, (await files.read(path)) ?? new Uint8Array()] as const),
    );
    const room = 4000;
    const full = new MemoryFileStore(kept.reduce((sum, [, bytes]) => sum + bytes.length, room));
    for (const [path, bytes] of kept) await full.write(path, bytes);
    lab = newLab(full);
    await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
    const { events, summary } = await run('f');
    expect(summary.outcome).toBe('done');
    expect(JSON.stringify(events).length).toBeGreaterThan(room);
    expect((await lab.kept.read('f')).events.length).toBeLessThan(events.length);
    lab = newLab();
    await lab.open('synthetic-films', { onProgress: ignore, signal: NEVER });
  });

  test('refuses a spec about a dataset that is not open, and a person without a task, by name', async () => {
    await expect(run('g', { dataset: { name: 'ml-latest-small', options: {} } })).rejects.toMatchObject({
      code: 'spec-invalid',
    });
    await expect(run('h', { tasks: { name: 'rating-prediction', options: { users: [9999] } } })).rejects.toMatchObject({
      code: 'task-impossible',
      message: expect.stringContaining('9999') as string,
    });
  });
});
