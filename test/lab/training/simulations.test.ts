/** @file Simulations as the page's workers do them, in memory: episodes, trainings that go on, lists and files. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec, type TrainingSpec } from '../../../src/core/simulation.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/file-stores.ts';
import { testEngine } from '../../data/engine.ts';
import { Experiments } from '../../../src/lab/experiments/experiments.ts';
import { createSimulationDesk } from '../../../src/lab/training/simulations.ts';
import { rowsOf, TrainingFold } from '../../../src/ui/pages/simulate/training-fold.ts';
import type { SimulationService } from '../../../src/lab/training/service.ts';

const { signal } = new AbortController();
const BOOKS: EnvironmentSpec = {
  ...DEFAULT_ENVIRONMENT,
  of: 'books',
  people: 4,
  items: 15,
  prompt: { ...DEFAULT_ENVIRONMENT.prompt, scale: '1-5' },
};
const TRAINING: TrainingSpec = {
  environment: BOOKS,
  learnsFrom: 'surrogate',
  policies: [
    { name: 'lin-ucb', options: {} },
    { name: 'random', options: {} },
  ],
  seeds: [1],
  steps: 3 * 2048,
};

let files: MemoryFileStore;
const open = (): SimulationService =>
  createSimulationDesk({
    openFiles: () => Promise.resolve(files),
    loadEngine: testEngine,
    fetchPackaged: (dataset, file) => readFile(resolve(import.meta.dirname, '../../../datasets', dataset, file)),
  });
beforeEach(() => (files = new MemoryFileStore()));

function sink(): { readonly events: TraceEvent[]; readonly add: (batch: readonly TraceEvent[]) => void } {
  const events: TraceEvent[] = [];
  return { events, add: (batch) => void events.push(...batch) };
}

describe('an episode', () => {
  test('is the same for the same seed, and tells everything of a step but who is behind it', async () => {
    const spec: EnvironmentSpec = {
      ...BOOKS,
      perturbation: { type: 'greedy', probability: 1 },
      drift: { rate: 0.1, deviation: 1 },
      shaping: { type: 'end-at-repeat' },
      endProbability: 0,
    };
    const play = async (): Promise<TraceEvent[]> => {
      const { events, add } = sink();
      const desk = open();
      await desk.reset(spec, { ratedBy: 'rater', seed: 5, user: 2 }, add, signal);
      for (const choice of [{ type: 'oracle' }, { type: 'random' }, { type: 'oracle' }] as const)
        await desk.step(choice, add, signal);
      const repeat = events.findLast((event) => event.type === 'environment-step')!;
      await desk.step({ type: 'item', item: repeat.item }, add, signal);
      await expect(desk.step({ type: 'random' }, add, signal)).rejects.toMatchObject({ code: 'spec-invalid' });
      return events;
    };
    const [first, second] = [await play(), await play()];
    const timeless = (events: readonly TraceEvent[]): unknown => events.map((event) => ({ ...event, time: 0 }));
    expect(timeless(first)).toEqual(timeless(second));
    const [task] = traceTree(first).tasks;
    expect(task).toMatchObject({ detail: { user: 2, seed: 5 }, end: { status: 'done' } });
    const steps = task!.children.map(({ step }) => step!);
    expect(steps.map(({ told }) => told.length)).toEqual([0, 1, 2, 3]);
    expect(steps.every(({ noise }) => Math.abs(noise) === 1)).toBe(true);
    expect(steps[1]?.drift).not.toBe(0);
    expect(steps.at(-1)).toMatchObject({ timesBefore: 1, terminated: true, reward: 0 });
    expect(steps[0]?.prompt?.at(-1)?.content).toContain('Answer with the rating alone.');
  });
});

describe('a time limit', () => {
  const spec: EnvironmentSpec = { ...BOOKS, endProbability: 0, timeLimit: 3 };

  test('cuts an episode off, which tells what it came to', async () => {
    const { events, add } = sink();
    const desk = open();
    await desk.reset(spec, { ratedBy: 'rater', seed: 5, user: 2 }, add, signal);
    for (let step = 0; step < 3; step += 1) await desk.step({ type: 'random' }, add, signal);
    await expect(desk.step({ type: 'random' }, add, signal)).rejects.toMatchObject({ code: 'spec-invalid' });
    const [task] = traceTree(events).tasks;
    const steps = task!.children.map(({ step }) => step!);
    expect(steps.map(({ terminated, truncated }) => [terminated, truncated])).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ]);
    const reward = steps.reduce((sum, step) => sum + step.reward, 0);
    expect(task?.end?.result).toEqual({ user: 2, length: 3, reward });
  });
});

describe('a training', () => {
  test('is kept, goes on in another worker, and shows what a person gets before and after it', async () => {
    const [desk, other] = [open(), open()];
    await desk.beginTraining('one', TRAINING);
    const stop = new AbortController();
    const stopAtFirst = (batch: readonly TraceEvent[]): void => {
      if (batch.some(({ type }) => type === 'training-round')) stop.abort();
    };
    const stopped = desk.trainCell('one', { policy: 0, seed: 1 }, stopAtFirst, stop.signal);
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    const kept = new Experiments(files);
    await desk.endTraining('one');
    expect(await kept.list()).toMatchObject([{ id: 'one', outcome: 'running' }]);
    await other.trainCell('one', { policy: 0, seed: 1 }, () => undefined, signal);
    await other.trainCell('one', { policy: 1, seed: 1 }, () => undefined, signal);
    const { events: again, add } = sink();
    await desk.trainCell('one', { policy: 0, seed: 1 }, add, signal);
    expect(again).toEqual([]);
    await desk.endTraining('one');
    expect(await kept.list()).toMatchObject([{ id: 'one', kind: 'training', outcome: 'done' }]);
    const nodes = traceTree((await kept.read('one', '0-1')).events).tasks;
    expect(nodes.map(({ end }) => end?.status ?? 'stopped')).toEqual(['stopped', 'done']);
    expect(nodes.flatMap(({ rounds }) => rounds.map(({ steps }) => steps))).toEqual([2048, 4096, 6144]);
    const lists = sink();
    await desk.recommend('one', { policy: 0, seed: 1 }, 1, lists.add, signal);
    const episodes = traceTree(lists.events).tasks;
    expect(episodes.map(({ label }) => label)).toEqual(['before training', 'after training']);
    const means = episodes.map(
      ({ children }) => children.reduce((sum, { step }) => sum + (step?.reward ?? 0), 0) / children.length,
    );
    expect(means[1]).toBeGreaterThan(means[0]!);
    await kept.remove('one');
    expect(await kept.list()).toEqual([]);
    expect(await files.list('experiments')).toEqual([]);
  });
});

describe.each(['recmind', 'macrec', 'interec'])('%s beside the policies', (name) => {
  const spec: TrainingSpec = { ...TRAINING, policies: [{ name, options: {} }], seeds: [1] };
  const cell = { policy: 0, seed: 1 };

  test('is judged as they are, tells what it cost, and does so alike a second time', async () => {
    const judge = async (id: string): Promise<readonly TraceEvent[]> => {
      const desk = open();
      await desk.beginTraining(id, spec);
      const { events, add } = sink();
      await desk.trainCell(id, cell, add, signal);
      return events;
    };
    const [first, second] = [await judge('one'), await judge('two')];
    const timeless = (events: readonly TraceEvent[]): unknown => events.map((event) => ({ ...event, time: 0 }));
    expect(timeless(first)).toEqual(timeless(second));
    const fold = new TrainingFold(spec);
    fold.add(cell, first);
    const people = fold.cells.flatMap((one) => one.people);
    expect(people.map(({ items }) => new Set(items).size)).toEqual([11, 11, 11, 11]);
    const [row] = rowsOf(spec, fold.cells);
    expect(row).toMatchObject({ policy: name, done: 1, of: 1, failed: [] });
    expect(row?.scores[0]?.averageReward).toBeGreaterThan(1);
    const [costs] = row?.costs ?? [];
    expect(costs).toMatchObject({ failures: 0 });
    expect(costs?.lists).toBeGreaterThanOrEqual(BOOKS.people);
    expect(costs?.modelCalls).toBeGreaterThanOrEqual(costs?.lists ?? NaN);
    expect(costs?.tokens).toBeGreaterThan(0);
    expect(costs?.seconds).toBeGreaterThan(0);
  }, 60_000);
});
