import { describe, expect, test } from 'vitest';
import type { RunSpec, RunSummary } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { averageOf, averageSpec, placesOf } from '../../src/ui/dial/average.ts';
import { sparkInWords, sparkPlaces, type Spark, type Sparks } from '../../src/ui/dial/spark.ts';
import { specAt, turnableRuns } from '../../src/ui/dial/turnable.ts';
import type { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';

const SPEC: RunSpec = {
  dataset: { name: 'synthetic-films', options: {} },
  split: { name: 'leave-last-out', options: {} },
  tasks: { name: 'rating-prediction', options: { users: [448], count: null, shots: 3 } },
  recommender: {
    name: 'recmind',
    options: {
      planner: 'tree-of-thoughts-dfs',
      tools: [
        { name: 'database', options: {} },
        { name: 'search', options: { provider: 'catalogue' } },
      ],
    },
  },
  model: { name: 'built-in/reasoner', options: { evaluatorAccuracy: 0.75, slips: 0.15 } },
  metrics: ['RMSE', 'MAE'],
  seed: 13,
  limits: { modelCalls: 100, tokens: 1000 },
  replies: { mode: 'live' },
};

const runOf = (spec: Partial<RunSpec>, tasks = 1): RunView =>
  ({
    events: [{ type: 'run-start', spec: { ...SPEC, ...spec } }] as unknown as readonly TraceEvent[],
    grown: { tasks: Array.from({ length: tasks }) },
  }) as unknown as RunView;

describe('the dial of the critic', () => {
  test('repeats one question that the built-in reasoner alone answered, and says where it stood', () => {
    const can = turnableRuns([runOf({}), runOf({})], 0.75);
    expect(can).toEqual({ reason: null, specs: [SPEC, SPEC], value: 0.75 });
    expect(turnableRuns([], 0.75)).toBeNull();
    expect(turnableRuns([runOf({ model: { name: 'built-in/reasoner', options: {} } })], 0.6)).toMatchObject({
      value: 0.6,
    });
  });

  const WIKIPEDIA = [{ name: 'search', options: { provider: 'wikipedia', allowNetwork: true } }];
  const OTHERS: readonly (readonly [string, Partial<RunSpec>, RegExp])[] = [
    ['a language model', { model: { name: 'transformers/smol', options: {} } }, /smol planned these runs/],
    ['another critic', { critic: { name: 'web-llm/phi', options: {} } }, /phi votes and judges/],
    ['agents', { recommender: { name: 'macrec', options: {} } }, /for planners/],
    ['a text', { tasks: { name: 'explanation-generation', options: {} } }, /one rating or one list/],
    [
      'a fork',
      { fork: { run: 'a', digest: '', task: '0', edits: [] } as unknown as NonNullable<RunSpec['fork']> },
      /forks/,
    ],
    ['a recording', { replies: { mode: 'replay', recording: 'a' } }, /recorded replies/],
    ['the network', { recommender: { name: 'recmind', options: { tools: WIKIPEDIA } } }, /catalogue/],
  ];

  test.each(OTHERS)('leaves %s alone and says why', (_, spec, reason) => {
    expect(turnableRuns([runOf({}), runOf(spec)], 0.75)?.reason).toMatch(reason);
  });

  test('leaves runs alone that had it at different places, and runs of several tasks', () => {
    expect(turnableRuns([runOf({}), runOf(specAt(SPEC, 0.9))], 0.75)?.reason).toMatch(/different places/);
    expect(turnableRuns([runOf({}, 3)], 0.75)?.reason).toMatch(/one rating or one list/);
  });

  test('is not there for a trace from elsewhere that begins with no spec', () => {
    for (const spec of [
      {},
      null,
      [],
      { ...SPEC, recommender: undefined },
      { ...SPEC, limits: null },
      { ...SPEC, model: 'a' },
    ])
      expect(
        turnableRuns([{ ...runOf({}), events: [{ type: 'run-start', spec }] } as unknown as RunView], 0.75),
      ).toBeNull();
    const tools = [null, 'search', { name: 'search' }];
    expect(turnableRuns([runOf({ recommender: { name: 'recmind', options: { tools } } })], 0.75)?.reason).toMatch(
      /catalogue/,
    );
  });

  test('moves itself and nothing else of a spec', () => {
    const moved = specAt(SPEC, 0.9);
    expect(moved.model.options).toEqual({ evaluatorAccuracy: 0.9, slips: 0.15 });
    expect({ ...moved, model: SPEC.model }).toEqual(SPEC);
  });

  test('has its places from end to end, as the slider rounds them', () => {
    const places = placesOf({ min: 0.5, max: 1, step: 0.05 });
    expect(places).toEqual([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]);
  });
});

describe('the averages', () => {
  test('are over at most forty people, drawn with the seed of the run, with its planner and its other dials', () => {
    const spec = averageSpec(SPEC, 0.9, 600);
    expect(spec.tasks).toEqual({ name: 'rating-prediction', options: { users: null, count: 40, shots: 3 } });
    expect(spec.seed).toBe(13);
    expect(spec.model.options).toEqual({ evaluatorAccuracy: 0.9, slips: 0.15 });
    expect(spec.recommender.options).toMatchObject({ planner: 'tree-of-thoughts-dfs', answerFrom: 'both' });
    expect(spec.metrics).toEqual(['MAE']);
    expect(averageSpec(SPEC, 0.9, 12).tasks.options['count']).toBe(12);
    const list = { ...SPEC, tasks: { name: 'direct-recommendation', options: {} } };
    expect(averageSpec(list, 0.9, 600).metrics).toEqual(['HR@10']);
  });

  test('are of the dataset alone, whoever the run adds to it', () => {
    const options = { slice: { users: 50 }, person: { name: 'You', ratings: [{ item: 1, rating: 4 }] } };
    const run = { ...SPEC, dataset: { name: 'synthetic-films', options } };
    expect(averageSpec(run, 0.9, 50).dataset).toEqual({ name: 'synthetic-films', options: { slice: { users: 50 } } });
  });

  test('count the tasks that were answered', () => {
    const summary = { metrics: { MAE: 0.8, 'MAE (explored)': 0.7 }, tasks: 40, failures: { 'model-failed': 2 } };
    expect(averageOf(SPEC, summary as unknown as RunSummary)).toEqual({ kept: 0.8, explored: 0.7, tasks: 38 });
  });

  const line = (values: readonly (number | null)[], now: number): Spark => {
    const points = values.map((value, index) => ({ place: 0.5 + index / 10, value }));
    return { points, now: points[now] ?? null, range: [0.6, 1] };
  };

  test('are drawn between the ends of the dial and of all lines, without what is not measured', () => {
    const places = sparkPlaces(line([1, 0.8, null, 0.6], 0), 60, 10);
    expect(places.map(({ x, y }) => [x, Number(y.toFixed(6))])).toEqual([
      [0, 0],
      [20, 5],
      [60, 10],
    ]);
    expect(sparkPlaces({ ...line([0.6], 0), range: [0.6, 0.6] }, 60, 10)).toMatchObject([{ y: 5 }]);
    expect(sparkPlaces({ ...line([null], 0), range: null }, 60, 10)).toEqual([]);
  });

  test('say what was measured, on how many, here and over the dial', () => {
    const sparks: Sparks = { metric: 'MAE', lines: [], tasks: 40, seed: 13 };
    expect(sparkInWords(line([1, 0.8, 0.6], 1), sparks)).toBe(
      'Mean error over 40 people: 0.80 at 60 %, 0.60 to 1.00 over the dial',
    );
    expect(sparkInWords(line([0.1, 0.25], 1), { ...sparks, metric: 'HR@10', tasks: 12 })).toBe(
      'Hits among ten over 12 people: 25 % at 60 %, 10 % to 25 % over the dial',
    );
    expect(sparkInWords(line([null], 0), sparks)).toBe('');
  });
});
