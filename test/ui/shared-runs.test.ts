/** @file A run that another tab works on, as a page follows it. */
import { expect, test } from 'vitest';
import type { LabClient } from '../../src/client/lab.ts';
import { createTabs } from '../../src/client/tabs.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';
import { SharedRuns } from '../../src/ui/pages/plan/shared-runs.svelte.ts';
import type { Session } from '../../src/ui/session.svelte.ts';
import { rankingRun } from './scripted-run.ts';

/** A page on whose stage stands as much of a kept run as had been written when it was read. */
function pageWith(all: readonly TraceEvent[], read: number) {
  const view = new RunView({ title: 'A run', keeps: '', planner: '' }, all.slice(0, read), 'kept');
  let reads = 0;
  const opened: string[] = [];
  const client = {
    tabs: createTabs(),
    savedRuns: () => Promise.resolve([]),
    readRun: () => {
      reads += 1;
      return Promise.resolve({ events: all, fault: null });
    },
  };
  const page = {
    session: { client: client as unknown as LabClient } as Session,
    stage: { runs: [view] } as never,
    running: null,
    openKept: (id: string) => {
      opened.push(id);
      return new Promise<void>(() => undefined);
    },
  };
  return { view, shared: new SharedRuns(page), reads: () => reads, opened };
}

const events = rankingRun(1);

test('what was written between the reading and the looking is shown, though the other tab has ended by then', async () => {
  const { view, shared } = pageWith(events, 2);
  shared.look([view]);
  await expect.poll(() => view.events.length).toBe(events.length);
});

test('a run that has ended is not read again', async () => {
  const { view, shared, reads } = pageWith(events, events.length);
  shared.look([view]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(reads()).toBe(0);
});

test('a run that another tab begins in its place is opened once, however often that tab tells of it', async () => {
  const { view, shared, opened } = pageWith(events, events.length);
  shared.look([view]);
  const other = createTabs();
  const told = { kind: 'run', id: 'again', insteadOf: 'kept' } as const;
  other.tell({ kind: 'run', id: 'elsewhere', insteadOf: 'another', what: 'begun' });
  for (let at = 0; at < 3; at += 1) other.tell({ ...told, what: 'begun' });
  await expect.poll(() => opened).toEqual(['again']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(opened).toEqual(['again']);
});
