/** @file Sessions as the page's worker holds them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_SESSIONS } from '../../../src/core/sessions.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { createSimulationDesk } from '../../../src/lab/training/simulations.ts';
import { foldSessions } from '../../../src/trace/sessions-fold.ts';
import { testEngine } from '../../data/engine.ts';

const { signal } = new AbortController();

test('sessions are held with the packaged films, told of, and compared with the people of a dataset', async () => {
  const files = new MemoryFileStore();
  const desk = createSimulationDesk({
    openFiles: () => Promise.resolve(files),
    loadEngine: testEngine,
    fetchPackaged: (name, file) => readFile(resolve(import.meta.dirname, '../../../datasets', name, file)),
  });
  await expect(desk.compareSessions('synthetic-films', signal)).rejects.toMatchObject({ code: 'spec-invalid' });
  const environment = { ...DEFAULT_SESSIONS.environment, people: 3, items: 60 };
  const spec = { ...DEFAULT_SESSIONS, environment, recommenders: ['random', 'oracle'], rounds: 1 };
  const events: TraceEvent[] = [];
  await desk.holdSessions(spec, (batch) => void events.push(...batch), signal);
  const fold = foldSessions(events);
  expect(fold.spec).toEqual(spec);
  expect(fold.isOver).toBe(true);
  expect(fold.worlds.map(({ sessions }) => sessions.length)).toEqual([3, 3]);
  const realism = await desk.compareSessions('synthetic-films', signal);
  expect(realism.synthetic).toBe(true);
  expect(realism.worlds).toHaveLength(2);
  expect((await desk.sessionRecommenders()).find(({ name }) => name === 'oracle')).toMatchObject({ kind: 'bound' });
});
