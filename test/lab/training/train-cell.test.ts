/** @file A policy under one seed: stopped and gone on with, with its events; and specs of environments and trainings. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/trace/create-trace.ts';
import type { JudgedPolicy } from '../../../src/core/simulation.ts';
import { formatTrace, parseTrace } from '../../../src/trace/trace-file.ts';
import { traceTree } from '../../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { createRuleRater } from '../../../src/environments/raters/rules/rule-rater.ts';
import { readCheckpoint } from '../../../src/lab/training/checkpoint-file.ts';
import { parseEnvironmentSpec, parseTrainingSpec } from '../../../src/lab/training/simulation-spec.ts';
import { traceCell, trainCell, type CheckpointPlace } from '../../../src/lab/training/train-cell.ts';
import { createTrainingGround, type TrainingGround } from '../../../src/lab/training/training-ground.ts';
import { drawCatalogue } from './draw-catalogue.ts';

const { signal } = new AbortController();
let ground: TrainingGround;
beforeAll(async () => {
  const catalogue = await drawCatalogue({ people: 4, items: 15, seed: 1 });
  ground = await createTrainingGround(catalogue, createRuleRater(), { seed: 1, usesSurrogate: true }, signal);
});

const CELL = { policy: { name: 'a2c', options: { learning_rate: 0.01 } }, seed: 2, steps: 2 * 2048 };

function place(): CheckpointPlace & { bytes: Uint8Array | null } {
  return {
    bytes: null,
    read() {
      return Promise.resolve(this.bytes);
    },
    write(bytes) {
      this.bytes = bytes;
      return Promise.resolve();
    },
  };
}

describe('a cell', () => {
  test('that was stopped in its second round goes on to the same numbers, bit for bit', async () => {
    const [whole, halved] = [place(), place()];
    const straight = await trainCell(ground, CELL, { place: whole, signal });
    const stop = new AbortController();
    const stopped = trainCell(ground, CELL, { place: halved, onRound: () => stop.abort(), signal: stop.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(readCheckpoint(halved.bytes!).checkpoint.round).toBe(1);
    const resumed = await trainCell(ground, CELL, { place: halved, signal });
    expect(resumed).toEqual(straight);
    expect(halved.bytes).toEqual(whole.bytes);
    expect(straight.curve.map(({ steps }) => steps)).toEqual([2048, 4096]);
  });

  test('tells its rounds, its scores and what the surrogate is worth in a trace that can be read again', async () => {
    const events: TraceEvent[] = [];
    const span = createTrace(
      (event) => events.push(event),
      () => 0,
    );
    const judgePlanner = (): Promise<never> => Promise.reject(new Error('No planner is asked for.'));
    const host = { place: place(), judgePlanner, signal };
    await traceCell(ground, { ...CELL, steps: 2048 }, host, { span, isBegun: false, spec: {} });
    const [start] = events;
    expect(start).toMatchObject({ type: 'run-start', dataset: { people: 4, surrogate: { teacher: 'rules' } } });
    const tree = traceTree(parseTrace(formatTrace(events)));
    const [node] = tree.tasks;
    expect(node?.rounds.map(({ steps }) => steps)).toEqual([2048]);
    expect(node?.end).toMatchObject({ status: 'done' });
    const { people, scores } = node?.end?.result as JudgedPolicy;
    expect(people.map(({ items }) => items.length)).toEqual([11, 11, 11, 11]);
    expect(scores.averageReward).toBeGreaterThan(1);
  });

  test('refuses a checkpoint that was cut off', async () => {
    const cut = place();
    await trainCell(ground, { ...CELL, steps: 2048 }, { place: cut, signal });
    cut.bytes = cut.bytes!.slice(0, -4);
    await expect(trainCell(ground, CELL, { place: cut, signal })).rejects.toMatchObject({ code: 'file-damaged' });
  });
});

describe('a spec', () => {
  test.each([
    [{ items: 0 }, 'items'],
    [{ timeLimit: 0 }, 'timeLimit'],
    [{ rater: { name: 'mistral' } }, 'rater.name'],
    [{ of: 'books' }, 'prompt.scale'],
    [{ people: 10_000, items: 100_000 }, '1000000000 ratings'],
    [{ retrieval: { name: 'magic' } }, 'retrieval.name'],
  ])('names the field that is wrong: %j', (spec, words) => {
    expect(() => parseEnvironmentSpec(spec)).toThrow(words);
  });

  test.each([
    ['a2c', { width: 2 }, 'policies.0.options: a2c has no hyperparameter "width"; it has gamma, reward_horizon'],
    ['random', { rate: 1 }, 'random has no hyperparameter "rate"; it has none.'],
    ['recmind', { rate: 1 }, 'recmind has no hyperparameter "rate"; it has none.'],
    ['dqn', { double_q: 0.5 }, 'double_q of dqn must be a whole number from 0 to 1, not 0.5.'],
    ['lin-ucb', { ridge: 0 }, 'ridge of lin-ucb must be a number from'],
  ])('names a hyperparameter of %s that it has not or that is out of its range: %j', (name, options, words) => {
    expect(() => parseTrainingSpec({ policies: [{ name, options }] })).toThrow(words);
  });
});
