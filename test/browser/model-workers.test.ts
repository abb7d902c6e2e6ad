/** @file Runs with a model in a worker of its own: what is loaded when, and what becomes of a run when something is lost. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLabClient } from '../../src/client/create-lab-client.ts';
import type { EvaluationInput, EvaluationUpdate, LabClient } from '../../src/client/lab.ts';
import type { RunSpec, RunSummary } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import type { WorkingCall } from '../../src/trace/call-record.ts';

const NEVER = new AbortController().signal;
const slow = { onProgress: () => undefined, signal: NEVER };

let labWorker: Worker | null = null;
let modelWorkers: Worker[] = [];
const lab: LabClient = createLabClient({
  startLab: () => (labWorker = new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module' })),
  startImport: () => {
    throw new Error('Nothing is imported here.');
  },
  startModel: () => {
    const worker = new Worker(new URL('./scripted-model.worker.ts', import.meta.url), { type: 'module' });
    modelWorkers.push(worker);
    return worker;
  },
});

let spec: RunSpec;
beforeAll(async () => {
  spec = { ...(await lab.describe()).defaultSpec, model: { name: 'transformers/script', options: {} } };
  await lab.open('synthetic-films', slow);
  await lab.prepare(spec, slow);
}, 180_000);

beforeEach(() => {
  lab.models.unload();
  modelWorkers = [];
});
afterEach(async () => {
  for (const { id } of await lab.kept.list()) await lab.kept.remove(id);
});

const asking = (name: string): RunSpec => ({ ...spec, model: { name: `transformers/${name}`, options: {} } });

async function runUntil(
  of: RunSpec,
  act: { readonly at: number; readonly do: () => void } | null = null,
): Promise<{ events: TraceEvent[]; summary: RunSummary }> {
  const controller = new AbortController();
  const events: TraceEvent[] = [];
  let acted = false;
  const summary = await lab.run(of, {
    signal: controller.signal,
    onEvents: (batch) => {
      events.push(...batch);
      if (act === null || acted || events.length < act.at) return;
      acted = true;
      if (act.do === stop) controller.abort();
      else act.do();
    },
  });
  return { events, summary };
}
const stop = (): void => undefined;

const isReadable = (events: readonly TraceEvent[]): void => {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events.at(-1)?.type).toBe('run-end');
};

describe('a model in a worker of its own', () => {
  test('is loaded once for two runs, which are equal', async () => {
    const first = await runUntil(asking('script'));
    const second = await runUntil(asking('script'));
    expect(first.summary.outcome).toBe('done');
    expect(second.summary.digest).toBe(first.summary.digest);
    expect(modelWorkers).toHaveLength(1);
    expect(lab.models.loaded).toEqual([{ name: 'transformers/script', options: {} }]);
  });

  test('an evaluation tells what the model works on, call by call', async () => {
    const told: WorkingCall[] = [];
    const input: EvaluationInput = {
      name: 'with-a-model',
      spec: {
        dataset: { name: 'synthetic-films' },
        tasks: { name: 'rating-prediction', options: { count: 2 } },
        metrics: ['RMSE'],
        model: { name: 'transformers/slow', options: {} },
      },
      recommenders: [{ name: 'recmind', options: { planner: 'chain-of-thought', steps: 2 }, label: 'CoT' }],
    };
    const onUpdate = (update: EvaluationUpdate): void => void (update.type === 'working' && told.push(update.call));
    expect((await lab.evaluations.run(input, { onUpdate, signal: NEVER })).outcome).toBe('done');
    await lab.kept.remove('with-a-model');
    const numbers = told.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(told.map(({ purpose }) => purpose))).toEqual(new Set(['sample-state', 'answer']));
    expect(told.at(-1)?.usual).toBeGreaterThanOrEqual(0);
  });

  test('agent and critic are two workers, and each answers its own', async () => {
    const critic = { name: 'transformers/critic', options: {} };
    const recommender = { name: 'recmind', options: { planner: 'tree-of-thoughts-bfs', steps: 2, branching: 2 } };
    const { events, summary } = await runUntil({ ...asking('script'), critic, recommender });
    expect(summary.outcome).toBe('done');
    expect(modelWorkers).toHaveLength(2);
    const models = events.flatMap((event) => (event.type === 'model-call' ? [`${event.purpose} ${event.model}`] : []));
    expect(new Set(models)).toEqual(
      new Set(['sample-state transformers/script', 'vote transformers/critic', 'answer transformers/script']),
    );
  });

  test('keeps its weights when the lab’s worker dies, and is asked again by the next one', async () => {
    const { summary, events } = await runUntil(asking('slow'), { at: 20, do: () => labWorker?.terminate() });
    expect(summary.outcome).toBe('failed');
    isReadable(events);
    expect((await runUntil(asking('slow'))).summary.outcome).toBe('done');
    expect(modelWorkers).toHaveLength(1);
  }, 120_000);

  test('stops twenty times in a row, while it loads and while it writes, and then runs to the end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), round * 6);
      const outcome = await lab
        .prepare(asking(`${String(round)}-slow`), { ...slow, signal: controller.signal })
        .catch((error: unknown) => error);
      if (outcome !== undefined) expect(outcome).toMatchObject({ code: 'aborted' });
    }
    for (let round = 0; round < 10; round += 1) {
      const { events, summary } = await runUntil(asking('slow'), { at: 5 + round * 7, do: stop });
      expect(summary.outcome).toBe('aborted');
      isReadable(events);
    }
    const whole = await runUntil(asking('slow'));
    expect(whole.summary.outcome).toBe('done');
    lab.models.unload();
    // What the stopped runs left behind changed nothing.
    expect((await runUntil(asking('slow'))).summary.digest).toBe(whole.summary.digest);
  }, 120_000);
});

describe('a model that is lost', () => {
  test('by its device ends the run with the reason, and is loaded anew for the next one', async () => {
    const { events, summary } = await runUntil(asking('lost'));
    expect(summary).toMatchObject({ outcome: 'failed', failures: { 'device-lost': 1 } });
    isReadable(events);
    await lab.prepare(asking('lost'), slow);
    expect(modelWorkers).toHaveLength(2);
    expect((await runUntil(asking('script'))).summary.outcome).toBe('done');
  });
});
