/** @file Old runs give way to new ones, but for those that somebody holds, and it is said which. */
import { expect, test } from 'vitest';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { createLab } from '../../../src/lab/create-lab.ts';
import { createNotebookShelf } from '../../../src/lab/notebook/notebook-shelf.ts';
import { KEPT_RUNS } from '../../../src/lab/run/run-retention.ts';
import { createRunShelf } from '../../../src/lab/run/run-shelf.ts';

const EVENTS: readonly TraceEvent[] = [
  { seq: 0, time: 0, node: '', type: 'run-start', spec: {}, dataset: {}, model: '', tasks: 1 },
  { seq: 1, time: 1, node: '', type: 'run-end', outcome: 'done', summary: null },
];
const nothing = (): Promise<never> => Promise.reject(new Error('It is not needed here.'));

function opened() {
  const files = new MemoryFileStore();
  const lab = createLab({ loadEngine: nothing, fetchPackaged: nothing, openFiles: () => Promise.resolve(files) });
  const shelf = createRunShelf(files);
  const keep = async (number: number, parent?: number): Promise<void> => {
    const fork = parent === undefined ? {} : { fork: { run: `run-${parent}`, node: '0.0' } };
    const file = await shelf.create({ id: `run-${number}`, title: `Run ${number}`, startedAt: number, ...fork });
    file.add(EVENTS);
    await file.close();
  };
  const ids = async () => (await lab.savedRuns()).map(({ id }) => id);
  return { files, lab, shelf, keep, ids };
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

test('the newest runs stay, and those that gave way are named', async () => {
  const { lab, keep, ids } = opened();
  for (const number of numbers(0, KEPT_RUNS + 5)) await keep(number);
  expect(await ids()).toHaveLength(KEPT_RUNS + 5);
  const removed = await lab.retention.removeOutdated([]);
  expect(removed.map(({ title }) => title).sort()).toEqual(numbers(0, 5).map((number) => `Run ${number}`));
  expect(await ids()).toEqual(
    numbers(5, KEPT_RUNS + 5)
      .map((number) => `run-${number}`)
      .reverse(),
  );
  expect(await lab.retention.removeOutdated([])).toEqual([]);
});

test('what is open, forked from, linked, named by a notebook, kept by hand or running stays, however old', async () => {
  const { files, lab, shelf, keep, ids } = opened();
  const running = await shelf.create({ id: 'run-0', title: 'Runs elsewhere', startedAt: 0 });
  running.add(EVENTS.slice(0, 1));
  for (const number of numbers(1, 20)) await keep(number);
  for (const number of numbers(20, 60)) await keep(number, number === 59 ? 3 : undefined);
  await lab.retention.hold('run-1', 'person');
  await lab.retention.hold('run-2', 'link');
  const text = 'It began with [this one](#run=run-4&node=0.0).';
  await createNotebookShelf(() => Promise.resolve(files)).saveNotebook('a', {
    title: 'Why',
    cells: 1,
    origin: null,
    notebook: { cells: [{ id: 'text', type: 'text', text }] },
    drafts: {},
  });
  const removed = await lab.retention.removeOutdated(['run-5']);
  expect(removed.map(({ id }) => id)).toEqual(
    numbers(6, 20)
      .map((number) => `run-${number}`)
      .reverse(),
  );
  const kept = [...numbers(0, 6), ...numbers(20, 60)].map((number) => `run-${number}`);
  expect(await ids()).toEqual(kept.reverse());
  expect((await lab.savedRuns()).filter(({ kept: by }) => by !== undefined)).toMatchObject([
    { id: 'run-2', kept: 'link' },
    { id: 'run-1', kept: 'person' },
  ]);
  // A run that was stuck in another tab held up every new one.
  await keep(60);
  expect(await lab.readRun('run-3')).toEqual({ events: EVENTS, fault: null });
});

test('a run gives way once nothing holds it any more, and takes its mark with it', async () => {
  const { files, lab, keep, ids } = opened();
  for (const number of numbers(0, KEPT_RUNS + 2)) await keep(number, number === 2 ? 0 : undefined);
  await lab.retention.hold('run-1', 'person');
  await lab.retention.hold('run-1', 'link');
  expect(await lab.retention.removeOutdated([])).toEqual([]);
  expect((await lab.savedRuns()).at(-2)).toMatchObject({ id: 'run-1', kept: 'person' });
  await lab.retention.hold('run-1', null);
  await keep(100);
  // The fork and its parent go together, the younger one first.
  expect((await lab.retention.removeOutdated([])).map(({ id }) => id)).toEqual(['run-2', 'run-1', 'run-0']);
  await lab.retention.hold('run-3', 'person');
  await lab.removeRun('run-3');
  expect((await files.list('runs')).filter((path) => path.endsWith('.kept'))).toEqual([]);
  expect(await ids()).toHaveLength(KEPT_RUNS - 1);
});
