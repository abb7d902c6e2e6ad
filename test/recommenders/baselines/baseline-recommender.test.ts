import { beforeAll, describe, expect, test } from 'vitest';
import { createTrace } from '../../../src/trace/create-trace.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { RunContext } from '../../../src/core/run-context.ts';
import type { Task } from '../../../src/core/task.ts';
import type { TraceEvent } from '../../../src/core/trace.ts';
import { leaveLastOut } from '../../../src/data/split/leave-last-out.ts';
import { makeTasks, type TaskOptions } from '../../../src/data/split/tasks.ts';
import { baselineRecommender, ranked } from '../../../src/recommenders/baselines/scoring.ts';
import type { Scorer } from '../../../src/recommenders/baselines/baseline.ts';
import { baselineNamed } from '../../../src/recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../../src/recommenders/baselines/training-matrix.ts';
import { madeUpDataset } from '../../data/dataset.ts';
import { fitContext } from './fitting.ts';

const dataset = madeUpDataset();
const split = leaveLastOut(dataset);
const train = trainingMatrix(dataset, split.heldOut);
const events: TraceEvent[] = [];
const trace = createTrace(
  (event) => events.push(event),
  () => 0,
);

/** A context whose model must not be called. */
const context: RunContext = {
  get model(): never {
    throw new Error('a baseline asked for the model');
  },
  get critic(): never {
    throw new Error('a baseline asked for the critic');
  },
  modelNamed() {
    throw new Error('a baseline asked for a model');
  },
  random: createRandom(1),
  trace,
  signal: new AbortController().signal,
  usage: { modelCalls: 0, tokens: 0 },
  at: () => context,
};

function task(type: TaskOptions['type'], candidates: number): Task {
  const options = { type, shots: 0, candidates, history: 5, seed: 1, count: 1 };
  return makeTasks(dataset, split, options)[0]!.task;
}

test('scores are ranked with ties by the smaller id, and with NaN last', () => {
  const of = (...scores: readonly number[]) => ranked([7, 3, 9, 1], Float64Array.from(scores));
  expect(of(0.5, 0.5, 0.5, 0.5)).toEqual([1, 3, 7, 9]);
  expect(of(1, NaN, 3, NaN)).toEqual([9, 7, 1, 3]);
  expect(of(NaN, NaN, NaN, NaN)).toEqual([1, 3, 7, 9]);
  expect(of(-Infinity, 0, Infinity, NaN)).toEqual([9, 3, 1, 7]);
});

describe('a baseline as a recommender', () => {
  let popular: Scorer;
  beforeAll(async () => {
    popular = await baselineNamed('popularity').create({}).fit(train, fitContext());
  });

  test('answers with the ten best candidates and writes that to the trace', async () => {
    const asked = task('direct-recommendation', 15);
    if (asked.type !== 'direct-recommendation') throw new Error('another task was made');
    const [answer] = await baselineRecommender(baselineNamed('popularity'), popular, train).recommend(asked, context);
    if (answer?.recommendation.type !== 'ranking') throw new Error('no ranking');
    const { items } = answer.recommendation;
    expect(items).toHaveLength(10);
    const scoreOf = (id: number) => popular.score(1, [id])[0]!;
    const left = asked.candidates.map(({ id }) => id).filter((id) => !items.includes(id));
    expect(Math.min(...items.map(scoreOf))).toBeGreaterThanOrEqual(Math.max(...left.map(scoreOf)));
    expect(items.map(scoreOf)).toEqual(items.map(scoreOf).sort((a, b) => b - a));
    expect(events.at(-1)).toMatchObject({ type: 'answer', from: 'kept', states: [], recommendation: { items } });
  });
});
