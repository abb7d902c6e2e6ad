/** @file A language model that rates for simulated people: lent to the workers of simulations, asked step by step, and stood in for by a surrogate. */
import { expect, test } from 'vitest';
import { createLabClient } from '../../src/client/create-lab-client.ts';
import { SimulationClient } from '../../src/client/simulation-client.ts';
import { DEFAULT_ENVIRONMENT, type EnvironmentSpec } from '../../src/core/simulation.ts';
import { traceTree } from '../../src/trace/trace-tree.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import type { WorkingCall } from '../../src/trace/call-record.ts';

const { signal } = new AbortController();
const none = (): Worker => {
  throw new Error('Neither the lab nor an import is needed here.');
};
let modelWorkers = 0;
const lab = createLabClient({
  startLab: none,
  startImport: none,
  startModel: () => {
    modelWorkers += 1;
    return new Worker(new URL('./scripted-model.worker.ts', import.meta.url), { type: 'module' });
  },
});
const client = new SimulationClient(
  () => new Worker(new URL('../../workers/simulation.worker.ts', import.meta.url), { type: 'module' }),
  lab,
  2,
);
const SPEC: EnvironmentSpec = {
  ...DEFAULT_ENVIRONMENT,
  of: 'books',
  people: 2,
  items: 12,
  rater: { name: 'transformers/script', options: {} },
  prompt: { scale: '1-5', shots: 1, system: 'default' },
  surrogate: { ratingsAPerson: 5 },
};

test('a step tells the prompt as it was sent and the reply, and the model is loaded once', async () => {
  const events: TraceEvent[] = [];
  const phases: string[] = [];
  const stepping = {
    onEvents: (batch: readonly TraceEvent[]) => void events.push(...batch),
    onProgress: ({ phase }: { readonly phase: string }) => void phases.push(phase),
    signal,
  };
  await client.reset(SPEC, { ratedBy: 'rater', seed: 1, user: 0 }, stepping);
  await client.step({ type: 'random' }, stepping);
  await client.reset(SPEC, { ratedBy: 'rater', seed: 2, user: 1 }, stepping);
  await client.step({ type: 'random' }, stepping);
  expect(phases).toContain('Loading the script');
  expect(modelWorkers).toBe(1);
  const steps = traceTree(events).tasks.flatMap(({ children }) => children);
  expect(steps.map(({ step }) => step?.reply.rating)).toEqual([4, 4]);
  for (const { step, calls } of steps) {
    expect(step?.prompt).toBe(null);
    expect(calls[0]?.event).toMatchObject({ purpose: 'rate', model: 'transformers/script' });
    expect(calls[0]?.event.messages[0]?.content).toBe('You predict how people rate books on a scale of 1 to 5.');
    expect(calls[0]?.reply).toBe('4');
  }
  await expect(client.step({ type: 'oracle' }, stepping)).rejects.toMatchObject({ code: 'task-impossible' });
}, 60_000);

test('policies learn from its surrogate, which is made once, and are judged by the model itself', async () => {
  const events: TraceEvent[] = [];
  const asked: string[] = [];
  const { id, spec } = await client.begin({
    environment: SPEC,
    learnsFrom: 'surrogate',
    policies: [{ name: 'lin-ucb', options: {} }],
    seeds: [1],
    steps: 2048,
  });
  const training = {
    onEvents: (_: unknown, batch: readonly TraceEvent[]) => void events.push(...batch),
    onProgress: ({ phase }: { readonly phase: string }) => void asked.push(phase),
    signal,
  };
  const working: WorkingCall[] = [];
  client.listen((call) => working.push(call));
  await client.train(id, spec, training);
  // Ten for the surrogate, and what the lists of two people are judged by.
  expect(Math.max(...working.map(({ number }) => number))).toBeGreaterThan(20);
  expect(working.every(({ purpose }) => purpose === 'rate')).toBe(true);
  const [start] = events;
  expect(start).toMatchObject({ dataset: { surrogate: { teacher: 'transformers/script', fitted: 8, heldOut: 2 } } });
  expect(asked.at(-1)).toBe('Asking transformers/script for rating 10 of 10');
  const [node] = traceTree(events).tasks;
  expect(node?.end).toMatchObject({ status: 'done', result: { scores: { averageReward: 4 } } });
}, 60_000);
