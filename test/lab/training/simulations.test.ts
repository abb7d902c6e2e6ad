/** @file Simulations as the page's workers do them, in memory: episodes, trainings that go on, lists, judged ratings and files. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  DEFAULT_ENVIRONMENT,
  type EnvironmentSpec,
  type JudgedPolicy,
  type TrainingSpec,
} from '../../../src/core/simulation.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { MemoryFileStore } from '../../../src/data/store/memory-file-store.ts';
import { writtenScale } from '../../../src/environments/prompts/rating-scale.ts';
import { createLanguageModelRater } from '../../../src/environments/raters/language-model-rater.ts';
import { GroundShelf } from '../../../src/lab/training/ground-shelf.ts';
import { RatingDesk } from '../../../src/lab/training/rating-desk.ts';
import { testEngine } from '../../data/engine.ts';
import { scriptedModel } from '../../models/scripted-model.ts';
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

  test('holds where policies learn, and not where they are judged', async () => {
    const desk = open();
    await desk.beginTraining('limited', { ...TRAINING, environment: spec, steps: 2048 });
    await desk.trainCell('limited', { policy: 0, seed: 1 }, () => undefined, signal);
    const [cell] = await desk.readTraining('limited');
    const result = traceTree(cell!.events).tasks[0]?.end?.result as JudgedPolicy;
    expect(result.people.map(({ items }) => items.length)).toEqual([11, 11, 11, 11]);
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
    expect(await desk.trainings()).toMatchObject([{ id: 'one', ended: 0 }]);
    await other.trainCell('one', { policy: 0, seed: 1 }, () => undefined, signal);
    await other.trainCell('one', { policy: 1, seed: 1 }, () => undefined, signal);
    const { events: again, add } = sink();
    await desk.trainCell('one', { policy: 0, seed: 1 }, add, signal);
    expect(again).toEqual([]);
    expect(await desk.trainings()).toMatchObject([{ id: 'one', ended: 2 }]);
    const [cell] = await desk.readTraining('one');
    const nodes = traceTree(cell!.events).tasks;
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
    await desk.removeTraining('one');
    expect(await desk.trainings()).toEqual([]);
    expect(await files.list('trainings')).toEqual([]);
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
    const [row] = rowsOf(spec, fold.cells);
    expect(row).toMatchObject({ policy: name, done: 1, of: 1, failed: [] });
    expect(row?.scores[0]?.averageReward).toBeGreaterThan(1);
    const [costs] = row?.costs ?? [];
    expect(costs).toMatchObject({ failures: 0 });
    expect(costs?.lists).toBeGreaterThanOrEqual(BOOKS.people);
    expect(costs?.modelCalls).toBeGreaterThanOrEqual(BOOKS.people);
    expect(costs?.seconds).toBeGreaterThan(0);
  }, 60_000);

  test('has nothing to set, and no before and after', async () => {
    const desk = open();
    const set = { ...spec, policies: [{ name, options: { rate: 1 } }] };
    await expect(desk.beginTraining('set', set)).rejects.toThrow('policies.0.options');
    await desk.beginTraining('one', spec);
    await expect(desk.recommend('one', cell, 0, () => undefined, signal)).rejects.toMatchObject({
      code: 'task-impossible',
    });
  });
});

describe('judged ratings', () => {
  const RATERS = ['rules', 'surrogate', 'random'];

  test('come blind, are kept, and come to a mean, a spread and an interval for each rater', async () => {
    const desk = open();
    let question = await desk.ratingQuestion(BOOKS, RATERS, null, signal);
    expect(JSON.stringify(question)).not.toMatch(/rules|surrogate|random/);
    expect(await open().ratingQuestion(BOOKS, RATERS, null, signal)).toEqual(question);
    // A judge who takes low ratings for good ones.
    for (let judged = 0; judged < 12; judged += 1) {
      const marks = question.ratings.map((rating) => 6 - rating);
      expect(await desk.judgeRatings(BOOKS, RATERS, question, marks, signal)).toBe(judged + 1);
      question = await desk.ratingQuestion(BOOKS, RATERS, null, signal);
    }
    await desk.judgeRatings(BOOKS, RATERS, question, null, signal);
    const results = await open().ratingResults(BOOKS, RATERS);
    expect(results).toMatchObject({ judged: 12, skipped: 1, afterLook: 0 });
    expect(results.raters.map(({ rater, marks }) => [rater, marks])).toEqual(RATERS.map((rater) => [rater, 12]));
    for (const { mean, deviation } of results.raters) {
      expect(mean!.low).toBeLessThanOrEqual(mean!.value);
      expect(mean!.high).toBeGreaterThanOrEqual(mean!.value);
      expect(deviation).toBeGreaterThan(0);
    }
  });

  test('stand with their explanations where these are asked for, and are kept with them', async () => {
    const model = scriptedModel({
      rate: ({ messages }) => (messages.at(-1)!.content.startsWith('Why does') ? 'It suits them.\nWell.' : '4'),
    });
    const openFiles = () => Promise.resolve(files);
    class Explaining extends GroundShelf {
      override rater() {
        const style = { ...BOOKS.prompt, scale: writtenScale('1-5') };
        return createLanguageModelRater({ model, style, explains: true });
      }
    }
    const grounds = new Explaining(openFiles, (dataset, file) =>
      readFile(resolve(import.meta.dirname, '../../../datasets', dataset, file)),
    );
    const desk = new RatingDesk(openFiles, grounds);
    const spec: EnvironmentSpec = { ...BOOKS, prompt: { ...BOOKS.prompt, explain: true } };
    const raters = ['test/scripted', 'rules', 'random'];
    const question = await desk.question(spec, raters, null, signal);
    const at = question.explanations.indexOf('It suits them. Well.');
    expect(question.ratings[at]).toBe(4);
    expect(question.explanations.filter((words) => words !== null)).toHaveLength(1);
    expect(JSON.stringify(question)).not.toMatch(/rules|scripted|random/);
    const marks = question.ratings.map((_, place) => (place === at ? 5 : 1));
    expect(await desk.judge(spec, raters, question, marks, signal)).toBe(1);
    const { raters: judged } = await desk.results(spec, raters);
    expect(judged.map(({ mean }) => mean!.value)).toEqual([5, 1, 1]);
    const [log = ''] = await files.list('judgements');
    expect(new TextDecoder().decode((await files.read(log)) ?? undefined)).toContain('It suits them.');
  });

  test('need a mark of 1 to 5 for each', async () => {
    const desk = open();
    const question = await desk.ratingQuestion(BOOKS, RATERS, null, signal);
    const marks = question.ratings.map(() => 6);
    await expect(desk.judgeRatings(BOOKS, RATERS, question, marks, signal)).rejects.toMatchObject({ code: 'internal' });
  });
});

const unzipped = async (file: Blob): Promise<Readonly<Record<string, Uint8Array>>> =>
  unzipSync(new Uint8Array(await file.arrayBuffer()));
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test('an environment is exported whole in one zip: its tables, every setting, and the adapter', async () => {
  const desk = open();
  const spec: EnvironmentSpec = {
    ...BOOKS,
    retrieval: { name: 'recency', count: 5 },
    perturbation: { type: 'greedy', probability: 0.3 },
    shaping: { type: 'decay', q: 0.5 },
    drift: { rate: 0.1, deviation: 1 },
    timeLimit: 9,
  };
  const files = await unzipped(await desk.exportEnvironment(spec, 'csv', signal));
  expect(Object.keys(files).sort()).toEqual([
    'environment.json',
    'items.csv',
    'ratings.csv',
    'simulated_people.py',
    'users.csv',
  ]);
  const ratings = textOf(files['ratings.csv']).trim().split('\r\n');
  expect(ratings).toHaveLength(1 + 4 * 15);
  expect(ratings[0]).toBe('user,item,expected,surrogate');
  expect(textOf(files['users.csv']).split('\r\n')).toHaveLength(6);
  const about = JSON.parse(textOf(files['environment.json'])) as {
    readonly environment: EnvironmentSpec;
    readonly ratings: object;
    readonly surrogateModel: { readonly weights: readonly unknown[] };
  };
  expect(about.environment).toEqual(spec);
  expect(about.ratings).toEqual({ min: 1, max: 5 });
  expect(about.surrogateModel.weights).toHaveLength(4);
  const parquet = await unzipped(await desk.exportEnvironment(BOOKS, 'parquet', signal));
  expect(textOf(parquet['items.parquet']?.slice(0, 4))).toBe('PAR1');
});

test('trained policies are exported as arrays of NumPy, those that learnt nothing without', async () => {
  const desk = open();
  const spec: TrainingSpec = {
    ...TRAINING,
    policies: ['lin-ucb', 'random'].map((name) => ({ name, options: {} })),
    seeds: [3],
    steps: 1,
  };
  await desk.beginTraining('one', spec);
  for (const policy of [0, 1]) await desk.trainCell('one', { policy, seed: 3 }, () => undefined, signal);
  const files = await unzipped(await desk.exportTraining('one', signal));
  expect(Object.keys(files).sort()).toEqual(['policies/1-lin-ucb-seed-3.npz', 'training.json']);
  expect(JSON.parse(textOf(files['training.json']))).toMatchObject({ seeds: [3], environment: BOOKS });
  const arrays = Object.entries(unzipSync(files['policies/1-lin-ucb-seed-3.npz']!));
  expect(arrays.length).toBeGreaterThan(0);
  for (const [name, bytes] of arrays) {
    expect(name).toMatch(/\.npy$/);
    const header = textOf(bytes.slice(10, 10 + new DataView(bytes.buffer, bytes.byteOffset).getUint16(8, true)));
    const length = Number(/\((\d+),\)/.exec(header)?.[1]);
    expect(bytes.length).toBe(10 + header.length + 4 * length);
    expect((10 + header.length) % 64).toBe(0);
  }
});
