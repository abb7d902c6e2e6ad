/** @file Sessions as the page's worker holds them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SESSIONS } from '../../../src/core/sessions.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { Experiments } from '../../../src/lab/experiments/experiments.ts';
import { createSimulationDesk } from '../../../src/lab/training/simulations.ts';
import { foldSessions } from '../../trace/fold-sessions.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();

const files = new MemoryFileStore();
const deskOf = () =>
  createSimulationDesk({
    openFiles: () => Promise.resolve(files),
    loadEngine: testEngine,
    fetchPackaged: (name, file) => readFile(resolve(import.meta.dirname, '../../../datasets', name, file)),
  });
const environment = { ...DEFAULT_SESSIONS.environment, people: 3, items: 60 };
const spec = { ...DEFAULT_SESSIONS, environment, recommenders: ['random', 'oracle'], rounds: 1 };

test('sessions are held with the packaged films, and end as aborted where they are stopped', async () => {
  const [desk, events, stopped, stop] = [deskOf(), [] as TraceEvent[], [] as TraceEvent[], new AbortController()];
  await desk.holdSessions('s1', spec, (batch) => void events.push(...batch), signal);
  expect(foldSessions(events).worlds.map(({ sessions }) => sessions.length)).toEqual([3, 3]);
  expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'done' });
  const onEvents = (batch: readonly TraceEvent[]): void => {
    stopped.push(...batch);
    stop.abort();
  };
  const held = desk.holdSessions('s2', { ...spec, rounds: 100 }, onEvents, stop.signal);
  await expect(held).rejects.toMatchObject({ code: 'aborted' });
  expect(stopped.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
  expect((await new Experiments(files).list()).map(({ id, outcome }) => [id, outcome])).toEqual([
    ['s2', 'aborted'],
    ['s1', 'done'],
  ]);
  expect((await new Experiments(files).read('s1')).events).toEqual(events);
  expect((await desk.sessionRecommenders()).find(({ name }) => name === 'oracle')).toMatchObject({ kind: 'bound' });
});
