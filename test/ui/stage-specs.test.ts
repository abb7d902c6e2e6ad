import { expect, test } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { specsOnStage } from '../../src/ui/pages/plan/stage-specs.ts';
import type { RunView } from '../../src/ui/pages/plan/run-view.svelte.ts';

const viewOf = (spec: unknown): RunView =>
  ({ events: [{ type: 'run-start', seq: 0, spec } as unknown as TraceEvent] }) as unknown as RunView;

test.each([null, 7, {}, { recommender: null }, { recommender: {} }, { recommender: { options: { planner: 3 } } }])(
  'a file of events with the spec %j gives no link, and breaks nothing',
  (spec) => {
    expect(specsOnStage([viewOf(spec)])).toEqual([]);
  },
);

test('runs that differ in their planner alone give one link', () => {
  const component = (name: string, options = {}) => ({ name, options });
  const spec = (planner: string, seed = 1) => ({
    split: component('leave-last-out'),
    metrics: ['RMSE'],
    dataset: component('synthetic-films'),
    tasks: component('rating-prediction'),
    recommender: component('recmind', { planner }),
    model: component('built-in/reasoner'),
    seed,
    limits: { modelCalls: 100, tokens: 1000 },
    replies: { mode: 'live' },
  });
  const both = [viewOf(spec('self-inspiring')), viewOf(spec('chain-of-thought'))];
  expect(specsOnStage(both)).toHaveLength(2);
  expect(specsOnStage([...both, viewOf(spec('input-output', 2))])).toEqual([]);
});
