/** What is kept line by line survives a crash in the middle of a line, damage and a full disk: runs, trainings, notebooks, judgements, evaluations. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Judgement } from '../../src/core/evaluation.ts';
import type { RunCell } from '../../src/notebook/notebook.ts';
import type { RunSpec } from '../../src/core/run.ts';
import { DEFAULT_ENVIRONMENT, type TrainingSpec } from '../../src/core/simulation.ts';
import type { KeptTrace } from '../../src/trace/trace-file.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { MemoryFileStore } from '../../src/data/store/file-stores.ts';
import { Experiments } from '../../src/lab/experiments/experiments.ts';
import { createSimulationDesk } from '../../src/lab/training/simulations.ts';
import { validateNotebook } from '../../src/notebook/validate.ts';
import { openRecords, readRecords } from '../../src/lab/evaluation/record-files.ts';
import { appendJudging, readJudging } from '../../src/lab/judging/judging-results.ts';
import type { LabService } from '../../src/lab/service.ts';
import type { SimulationService } from '../../src/lab/training/service.ts';
import { testEngine } from '../data/engine.ts';
import { limitedStore, type LimitedStore } from '../data/store/limited-store.ts';
import { CELL, record } from './evaluation/record.ts';
import { openLab, PACKAGED } from './open-lab.ts';

const NEVER = new AbortController().signal;
const ignore = (): void => undefined;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

let files: LimitedStore;
beforeEach(() => {
  files = limitedStore(new MemoryFileStore());
});

const textOf = async (path: string): Promise<string> => new TextDecoder().decode((await files.read(path)) ?? undefined);

/** As where the tab died while the line was written. */
async function cutOff(path: string, line: string): Promise<void> {
  await files.write(path, encode((await textOf(path)) + line.slice(0, line.length / 2)));
}

/** As where the disk gave back other bytes than it was given. @returns what stands from the damaged line on */
async function damage(path: string, line: number): Promise<string> {
  const lines = (await textOf(path)).split('\n');
  const rest = [`\u0000${(lines[line - 1] ?? '').slice(1)}`, ...lines.slice(line)].join('\n');
  await files.write(path, encode(`${lines.slice(0, line - 1).join('\n')}\n${rest}`));
  return rest;
}

const isWhole = ({ events, fault }: KeptTrace): void => {
  expect(fault).toBeNull();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
};

describe('of runs and notebooks', () => {
  let lab: LabService;
  let shared: LimitedStore;
  const SPEC = {
    dataset: { name: PACKAGED, options: {} },
    tasks: { name: 'rating-prediction', options: { users: [1, 2] } },
    recommender: { name: 'recmind', options: { planner: 'chain-of-thought', steps: 2 } },
  };
  const run = async (id: string): Promise<readonly TraceEvent[]> => {
    const events: TraceEvent[] = [];
    await lab.run(id, SPEC as Partial<RunSpec> as RunSpec, {
      onEvents: (batch) => events.push(...batch),
      signal: NEVER,
    });
    return events;
  };
  const end = (seq: number): TraceEvent => ({
    seq,
    time: 0,
    node: '',
    type: 'run-end',
    outcome: 'failed',
    summary: null,
  });

  beforeAll(async () => {
    shared = limitedStore(new MemoryFileStore());
    lab = await openLab(shared);
  }, 180_000);
  beforeEach(() => {
    files = shared;
    files.isFull = false;
  });

  test('a run that was cut off in a line is read up to there', async () => {
    const events = await run('cut');
    await cutOff('experiments/cut/events.jsonl', JSON.stringify(end(events.length)));
    expect(await lab.kept.read('cut')).toEqual({ events, fault: null });
  });

  test('a run that is damaged in the middle is read and forked up to there, and says where that is', async () => {
    const events = await run('damaged');
    await damage('experiments/damaged/events.jsonl', events.length - 2);
    const kept = await lab.kept.read('damaged');
    expect(kept.events).toEqual(events.slice(0, -3));
    expect(kept.fault).toMatchObject({ line: events.length - 2, problem: 'it is not JSON' });
    await expect(lab.fork('damaged', '0.0', { observation: 'Nothing.' })).resolves.toHaveProperty('fork');
    await lab.kept.remove('damaged');
    expect(await files.list('experiments/damaged')).toEqual([]);
  });

  test('a run on a full disk is kept as far as there is room, and goes on once there is more', async () => {
    const kept = new Experiments(files);
    const whole = await run('before');
    const file = await kept.open('full');
    file.add(whole.slice(0, 2));
    await file.close();
    const again = await kept.open('full');
    files.isFull = true;
    again.add(whole.slice(2));
    await expect(again.close()).rejects.toMatchObject({ code: 'storage-full' });
    files.isFull = false;
    expect((await kept.read('full')).events).toEqual(whole.slice(0, 2));
    const third = await kept.open('full');
    third.add(whole.slice(2));
    await third.close();
    expect(await kept.read('full')).toEqual({ events: whole, fault: null });
  });

  test('the events of a notebook are read up to where they were cut off or damaged', async () => {
    const { cells } = validateNotebook({ version: 1, title: '', cells: [{ id: 'a', type: 'run', spec: SPEC }] });
    const { spec } = cells[0] as RunCell;
    const request = { label: 'a', spec, notebook: 'n', recordings: {}, compareWith: null };
    await lab.notebooks.run({ ...request, trace: 'a.1.0' }, { onProgress: ignore, signal: NEVER });
    const { events } = await lab.kept.read('n', 'a.1.0');
    await cutOff('experiments/n/a.1.0.jsonl', JSON.stringify(end(events.length)));
    expect(await lab.kept.read('n', 'a.1.0')).toEqual({ events, fault: null });
    await damage('experiments/n/a.1.0.jsonl', 4);
    const kept = await lab.kept.read('n', 'a.1.0');
    expect(kept).toMatchObject({ events: events.slice(0, 3), fault: { line: 4 } });
    // A cell that is run again begins its file again, and compares with nothing that is not whole.
    const compared = await lab.notebooks.run(
      { ...request, trace: 'a.2.0', compareWith: 'a.1.0' },
      { onProgress: ignore, signal: NEVER },
    );
    expect(compared.difference).toBeUndefined();
    files.isFull = true;
    await expect(
      lab.notebooks.run({ ...request, trace: 'a.1.0' }, { onProgress: ignore, signal: NEVER }),
    ).rejects.toMatchObject({
      code: 'storage-full',
    });
    files.isFull = false;
    await lab.notebooks.run({ ...request, trace: 'a.1.0' }, { onProgress: ignore, signal: NEVER });
    expect((await lab.kept.read('n', 'a.1.0')).events).toHaveLength(events.length);
  });
});

describe('of a training', () => {
  const TRAINING: TrainingSpec = {
    environment: {
      ...DEFAULT_ENVIRONMENT,
      of: 'books',
      people: 4,
      items: 15,
      prompt: { ...DEFAULT_ENVIRONMENT.prompt, scale: '1-5' },
    },
    learnsFrom: 'surrogate',
    policies: [{ name: 'lin-ucb', options: {} }],
    seeds: [1],
    steps: 3 * 2048,
  };
  const CELL = { policy: 0, seed: 1 };
  const EVENTS = 'experiments/one/0-1.jsonl';
  const open = (): SimulationService =>
    createSimulationDesk({
      openFiles: () => Promise.resolve(files),
      loadEngine: testEngine,
      fetchPackaged: (dataset, file) => readFile(resolve(import.meta.dirname, '../../datasets', dataset, file)),
    });

  /** Trains until the first round has come, and then something happens. */
  async function trainOneRound(desk: SimulationService, then: () => void): Promise<unknown> {
    await desk.beginTraining('one', TRAINING);
    const first = (batch: readonly TraceEvent[]): void => {
      if (batch.some(({ type }) => type === 'training-round')) then();
    };
    return desk.trainCell('one', CELL, first, NEVER).catch((thrown: unknown) => thrown);
  }
  async function stopAfterOneRound(): Promise<void> {
    const stop = new AbortController();
    await open().beginTraining('one', TRAINING);
    const first = (batch: readonly TraceEvent[]): void => {
      if (batch.some(({ type }) => type === 'training-round')) stop.abort();
    };
    await expect(open().trainCell('one', CELL, first, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
  }
  async function isTrained(): Promise<void> {
    await open().trainCell('one', CELL, ignore, NEVER);
    await open().endTraining('one');
    expect(await new Experiments(files).list()).toMatchObject([{ id: 'one', outcome: 'done' }]);
    const cell = await new Experiments(files).read('one', '0-1');
    isWhole(cell);
    const steps = cell.events.flatMap((event) => (event.type === 'training-round' ? [event.steps] : []));
    expect(steps.at(-1)).toBe(TRAINING.steps);
    expect(cell.events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'done' });
  }

  test('cut off in a line, it goes on', async () => {
    await stopAfterOneRound();
    await cutOff(EVENTS, '{"seq":4,"time":');
    isWhole(await new Experiments(files).read('one', '0-1'));
    await isTrained();
  });

  test('damaged in the middle, it is read up to there and goes on', async () => {
    await stopAfterOneRound();
    const rest = await damage(EVENTS, 3);
    const cell = await new Experiments(files).read('one', '0-1');
    expect(cell).toMatchObject({ fault: { line: 3 }, events: { length: 2 } });
    await isTrained();
    expect(await textOf(`${EVENTS}.aside-1`)).toBe(rest);
  });

  test('after a full disk it goes on once there is room, in the same worker', async () => {
    const desk = open();
    const thrown = await trainOneRound(desk, () => (files.isFull = true));
    expect(thrown).toMatchObject({ code: 'storage-full' });
    expect(await desk.trainCell('one', CELL, ignore, NEVER).catch((again: unknown) => again)).toMatchObject({
      code: 'storage-full',
    });
    files.isFull = false;
    await desk.trainCell('one', CELL, ignore, NEVER);
    await isTrained();
  });
});

describe('of judgements and evaluations', () => {
  const judgement = (question: string): Judgement => ({
    question,
    shown: 's',
    person: 1,
    places: null,
  });
  const RECORDS = `experiments/e/${CELL}.1-of-1.jsonl`;
  const judged = async (): Promise<readonly unknown[]> =>
    (await readJudging(files, 'j')).map(({ question }) => question);
  const finished = async (): Promise<readonly string[]> => [...(await readRecords(files, 'e', CELL)).keys()];
  async function keep(...tasks: readonly string[]): Promise<void> {
    const writer = await openRecords(files, 'e', CELL, '1-of-1');
    for (const task of tasks) writer.add(record(task));
    await writer.close();
  }

  test('a judgement that was cut off in a line did not happen, and leaves nothing', async () => {
    await appendJudging(files, 'j', judgement('1'));
    const before = await textOf('experiments/j/judgements.jsonl');
    await cutOff('experiments/j/judgements.jsonl', before);
    expect(await judged()).toEqual(['1']);
    await appendJudging(files, 'j', judgement('2'));
    expect(await judged()).toEqual(['1', '2']);
    expect((await textOf('experiments/j/judgements.jsonl')).split('\n').filter((line) => line !== '')).toHaveLength(2);
  });

  test('of judgements the damaged one is lost alone', async () => {
    for (const question of ['1', '2', '3']) await appendJudging(files, 'j', judgement(question));
    await damage('experiments/j/judgements.jsonl', 2);
    expect(await judged()).toEqual(['1', '3']);
    await appendJudging(files, 'j', judgement('4'));
    expect(await judged()).toEqual(['1', '3', '4']);
  });

  test('a judgement on a full disk is refused, and the next is kept once there is room', async () => {
    files.isFull = true;
    await expect(appendJudging(files, 'j', judgement('1'))).rejects.toMatchObject({ code: 'storage-full' });
    files.isFull = false;
    await appendJudging(files, 'j', judgement('2'));
    expect(await judged()).toEqual(['2']);
  });

  test('a record that was cut off or damaged is a task that was not finished', async () => {
    await keep('1:1', '2:1', '3:1');
    await cutOff(RECORDS, JSON.stringify(record('4:1')));
    expect(await finished()).toEqual(['1:1', '2:1', '3:1']);
    await keep('5:1');
    await damage(RECORDS, 2);
    expect(await finished()).toEqual(['1:1', '3:1', '5:1']);
    await keep('2:1');
    expect(await finished()).toEqual(['1:1', '3:1', '5:1', '2:1']);
    expect((await textOf(RECORDS)).split('\n').filter((line) => line !== '')).toHaveLength(5);
  });

  test('records on a full disk are refused, and the next are kept once there is room', async () => {
    await keep('1:1');
    files.isFull = true;
    await expect(keep('2:1', '3:1')).rejects.toMatchObject({ code: 'storage-full' });
    files.isFull = false;
    await keep('2:1');
    expect(await finished()).toEqual(['1:1', '2:1']);
  });
});
