import { describe, expect, test } from 'vitest';
import type { RunSpec } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { turnableRuns } from '../../src/ui/dial/care-dial.svelte.ts';
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
    expect(can).toEqual({ specs: [SPEC, SPEC], value: 0.75 });
    expect(turnableRuns([], 0.75)).toBeNull();
    expect(turnableRuns([runOf({ model: { name: 'built-in/reasoner', options: {} } })], 0.6)).toMatchObject({
      value: 0.6,
    });
  });

  const WIKIPEDIA = [{ name: 'search', options: { provider: 'wikipedia', allowNetwork: true } }];
  const OTHERS: readonly (readonly [string, Partial<RunSpec>])[] = [
    ['a language model', { model: { name: 'transformers/smol', options: {} } }],
    ['another critic', { critic: { name: 'web-llm/phi', options: {} } }],
    ['agents', { recommender: { name: 'macrec', options: {} } }],
    ['a text', { tasks: { name: 'explanation-generation', options: {} } }],
    ['a fork', { fork: { run: 'a', digest: '', task: '0', edits: [] } as unknown as NonNullable<RunSpec['fork']> }],
    ['a recording', { replies: { mode: 'replay', recording: 'a' } }],
    ['the network', { recommender: { name: 'recmind', options: { tools: WIKIPEDIA } } }],
  ];

  test.each(OTHERS)('leaves %s alone', (_, spec) => {
    expect(turnableRuns([runOf({}), runOf(spec)], 0.75)).toBeNull();
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
    expect(turnableRuns([runOf({ recommender: { name: 'recmind', options: { tools } } })], 0.75)).toBeNull();
  });
});
