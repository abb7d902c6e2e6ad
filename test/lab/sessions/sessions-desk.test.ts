/** @file Sessions as the page's worker holds them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SESSIONS } from '../../../src/core/sessions.ts';
import type { FileStore } from '../../../src/core/file-store.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { createSimulationDesk } from '../../../src/lab/training/simulations.ts';
import { foldSessions } from '../../../src/trace/sessions-fold.ts';
import { testEngine } from '../../data/engine.ts';
import { limitedStore } from '../../data/store/limited-store.ts';

const { signal } = new AbortController();

const deskOf = (files: FileStore) =>
  createSimulationDesk({
    openFiles: () => Promise.resolve(files),
    loadEngine: testEngine,
    fetchPackaged: (name, file) => readFile(resolve(import.meta.dirname, '../../../datasets', name, file)),
  });
const environment = { ...DEFAULT_SESSIONS.environment, people: 3, items: 60 };
const spec = { ...DEFAULT_SESSIONS, environment, recommenders: ['random', 'oracle'], rounds: 1 };

test('sessions are held with the packaged films, and told', async () => {
  const desk = deskOf(new MemoryFileStore());
  const events: TraceEvent[] = [];
  await desk.holdSessions('1', spec, (batch) => void events.push(...batch), signal);
  const fold = foldSessions(events);
  expect(fold.spec).toEqual(spec);
  expect(fold.isOver).toBe(true);
  expect(fold.worlds.map(({ sessions }) => sessions.length)).toEqual([3, 3]);
  expect((await desk.sessionRecommenders()).find(({ name }) => name === 'oracle')).toMatchObject({ kind: 'bound' });
});

test('sessions are kept with what happened, also where they were stopped', async () => {
  const files = new MemoryFileStore();
  const [desk, events, stop] = [deskOf(files), [] as TraceEvent[], new AbortController()];
  await desk.holdSessions('1', spec, (batch) => void events.push(...batch), signal);
  const stopAtOnce = desk.holdSessions('2', { ...spec, rounds: 100 }, () => stop.abort(), stop.signal);
  await expect(stopAtOnce).rejects.toMatchObject({ code: 'aborted' });
  const later = deskOf(files);
  const kept = await later.keptSessions();
  expect(kept.map(({ id, isWhole }) => [id, isWhole])).toEqual(expect.arrayContaining([['1', true], ['2', false]])); // prettier-ignore
  expect(kept.find(({ id }) => id === '1')?.spec).toEqual(spec);
  expect(await later.readSessions('1')).toEqual({ events, fault: null });
  expect((await later.readSessions('2')).events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
  await later.removeSessions('1');
  await expect(later.readSessions('1')).rejects.toMatchObject({ code: 'name-unknown' });
  expect((await later.keptSessions()).map(({ id }) => id)).toEqual(['2']);
});

test('a full disk ends the keeping and not the sessions, which are told as long as the page is there', async () => {
  const files = limitedStore(new MemoryFileStore());
  const [desk, events] = [deskOf(files), [] as TraceEvent[]];
  const held = desk.holdSessions(
    '1',
    spec,
    (batch) => {
      events.push(...batch);
      files.isFull = true;
    },
    signal,
  );
  await expect(held).rejects.toMatchObject({ code: 'storage-full' });
  expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'done' });
  expect((await desk.keptSessions()).map(({ isWhole }) => isWhole)).toEqual([false]);
});
