/** @file Sessions as the page's worker holds them. */
import { expect, test } from 'vitest';
import { DEFAULT_SESSIONS } from '../../../src/core/sessions.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { Experiments } from '../../../src/lab/experiments/experiments.ts';
import { SessionsFold } from '../../../src/trace/sessions-fold.ts';
import { newLab } from '../open-lab.ts';

const { signal } = new AbortController();

const files = new MemoryFileStore();
const lab = newLab(files);
const environment = { ...DEFAULT_SESSIONS.environment, people: 3, items: 60 };
const spec = { ...DEFAULT_SESSIONS, environment, recommender: 'oracle', rounds: 1 };

test('sessions are held with the packaged films, and end as aborted where they are stopped', async () => {
  const [events, stopped, stop] = [[] as TraceEvent[], [] as TraceEvent[], new AbortController()];
  await lab.start('sessions', 's1', spec, { onEvents: (batch) => void events.push(...batch), signal });
  const fold = new SessionsFold();
  for (const event of events) fold.add(event);
  expect(fold.sessions.length).toBe(3);
  expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'done' });
  const onEvents = (batch: readonly TraceEvent[]): void => {
    stopped.push(...batch);
    stop.abort();
  };
  const held = lab.start('sessions', 's2', { ...spec, rounds: 100 }, { onEvents, signal: stop.signal });
  await expect(held).rejects.toMatchObject({ code: 'aborted' });
  expect(stopped.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
  expect((await new Experiments(files).list()).map(({ id, outcome }) => [id, outcome])).toEqual([
    ['s2', 'aborted'],
    ['s1', 'done'],
  ]);
  expect((await new Experiments(files).read('s1')).events).toEqual(events);
  expect((await lab.describe()).recommenders.map(({ name }) => name)).toContain('oracle');
});
