import { newId } from '../../src/client/run-record.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectLab, createLabClient } from '../../src/client/create-lab-client.ts';
import type { LabClient } from '../../src/client/lab.ts';
import type { RunSpec, RunSummary } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';
import { DIGESTS } from '../digests.ts';
import { SLOW_STATEMENT } from '../slow-statement.ts';

const NEVER = new AbortController().signal;
const slow = { onProgress: () => undefined, signal: NEVER };

describe('the lab in its worker', () => {
  let lab: LabClient;
  let spec: RunSpec;

  beforeAll(async () => {
    lab = connectLab();
    spec = (await lab.describe()).defaultSpec;
    await lab.open('synthetic-films', slow);
    await lab.prepare(spec, slow);
  }, 120_000);

  afterAll(async () => {
    for (const { id } of await lab.list()) await lab.remove('experiment', id);
  });

  const manyTasks = (): RunSpec => ({ ...spec, tasks: { name: 'rating-prediction', options: { shots: 3 } } });

  async function runUntil(
    stopAt: (event: TraceEvent) => boolean,
    of: RunSpec = manyTasks(),
  ): Promise<{ events: TraceEvent[]; summary: RunSummary; stoppedAfter: number }> {
    const controller = new AbortController();
    const events: TraceEvent[] = [];
    let stopped = 0;
    const summary = await lab.start('run', newId('run'), of, {
      signal: controller.signal,
      onEvents: (batch) => {
        events.push(...batch);
        if (stopped === 0 && batch.some(stopAt)) {
          stopped = performance.now();
          controller.abort();
        }
      },
    });
    return { events, summary, stoppedAfter: performance.now() - stopped };
  }

  test('runs the default spec to an answer and keeps it', async () => {
    const { events, summary } = await runUntil(() => false, spec);
    expect(summary.outcome).toBe('done');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    const [latest] = await lab.list();
    expect(await lab.read(latest?.id ?? '')).toEqual({ events, fault: null });
  });

  test('stops twenty times in a row, each time with a readable trace, and then runs to the end', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { events, summary } = await runUntil(({ seq }) => seq >= round * 7);
      expect(summary.outcome).toBe('aborted');
      expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    }
    expect((await runUntil(() => false, spec)).summary.outcome).toBe('done');
  });

  test.each(Object.entries(DIGESTS))('%s gives the events that Node gives', async (_name, { options, digest }) => {
    const { summary } = await runUntil(() => false, { ...spec, ...options });
    expect(summary.digest).toBe(digest);
  });

  const own = (source: string, options: object = {}) => ({
    ...spec,
    recommender: { name: 'recmind', options: { planner: 'custom', program: { title: 'Mine', source }, ...options } },
  });
  /** QuickJS does not ask whether to go on within it. */
  const deaf = 'async function plan() { Array.prototype.indexOf.call({ length: 2 ** 50 }, 1); }';

  test('a planner that a person wrote is stopped while it computes, and the lab goes on', async () => {
    const controller = new AbortController();
    const events: TraceEvent[] = [];
    const running = lab.start('run', newId('run'), own(deaf), {
      onEvents: (batch) => events.push(...batch),
      signal: controller.signal,
    });
    await expect.poll(() => events.length).toBeGreaterThan(1);
    controller.abort();
    expect((await running).outcome).toBe('aborted');
    expect((await runUntil(() => false, spec)).summary.outcome).toBe('done');
  });
});

describe('a statement that takes too long', () => {
  test('in the Library or in a notebook ends alone: the evaluation and the run beside it come to their end', async () => {
    const lab = connectLab();
    await lab.open('synthetic-films', slow);
    const name = 'beside';
    await lab.remove('experiment', name).catch(() => undefined);
    const spec = (await lab.describe()).defaultSpec;
    const tasks = { name: 'rating-prediction', options: { count: 400 } };
    const input = {
      name,
      spec: { dataset: { name: 'synthetic-films' }, tasks },
      recommenders: [{ name: 'recmind', options: { planner: 'self-inspiring' } }],
      seeds: [1],
    };
    let progress = 0;
    const evaluating = lab.start('grid', 'grid', input, {
      signal: NEVER,
      onUpdate: (update) => {
        if (update.type === 'progress') progress = update.progress.done;
      },
    });
    const running = lab.start('run', newId('run'), { ...spec, tasks }, { onEvents: () => undefined, signal: NEVER });
    await vi.waitUntil(() => progress > 0, { timeout: 60_000 });
    const before = progress;
    const typed = await lab.query('sql', SLOW_STATEMENT, { signal: NEVER }).catch((thrown: unknown) => thrown);
    expect(typed).toMatchObject({ code: 'sql-timeout', message: expect.stringContaining('2 seconds') as string });
    expect(progress).toBeGreaterThan(before);
    const { columns, rows } = await lab.query('sql', 'SELECT count(*) AS people FROM users', { signal: NEVER });
    expect([columns, rows]).toEqual([['people'], [[600]]]);
    const question = { dataset: spec.dataset, query: SLOW_STATEMENT, notebook: 'n', trace: 'sql.1.0' };
    const cell = await lab.start('question', 'n', question, { signal: NEVER });
    expect(JSON.stringify(cell)).toContain('took longer than 2 seconds');
    expect(await evaluating).toEqual({ outcome: 'done', error: null });
    expect((await running).outcome).toBe('done');
    await lab.remove('experiment', name);
  }, 180_000);
});

describe('a worker that is lost', () => {
  const startReal = (): Worker =>
    new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module' });
  const none = (): never => {
    throw new Error('Nothing is imported here, and no model is loaded.');
  };
  const others = { startImport: none, startModel: none };
  const startBlocking = (): Worker => new Worker(new URL('./blocking.worker.ts', import.meta.url), { type: 'module' });

  /** Runs a spec of many tasks, and says what came of it and how long that took after `act` was called. */
  async function runAnd(lab: LabClient, act: () => void, signal = NEVER) {
    const spec = (await connectLab().describe()).defaultSpec;
    const events: TraceEvent[] = [];
    let acted = 0;
    const summary = await lab.start(
      'run',
      newId('run'),
      { ...spec, tasks: { name: 'rating-prediction', options: {} } },
      {
        signal,
        onEvents: (batch) => {
          events.push(...batch);
          if (acted > 0 || !batch.some(({ type }) => type === 'node-start')) return;
          acted = performance.now();
          act();
        },
      },
    );
    return { events, summary, milliseconds: performance.now() - acted };
  }

  /** The real lab from the second worker on. */
  function labAfter(first: () => Worker): LabClient {
    let started = 0;
    return createLabClient({ ...others, startLab: () => (started++ === 0 ? first() : startReal()) });
  }

  test('while it blocks is killed at once by Stop', async () => {
    const lab = labAfter(startBlocking);
    await lab.open('synthetic-films', slow);
    const controller = new AbortController();
    let stopped = 0;
    const { events, summary } = await runAnd(
      lab,
      () =>
        setTimeout(() => {
          stopped = performance.now();
          controller.abort();
        }, 200),
      controller.signal,
    );
    // Half a second is the goal; a busy machine is given more, and yet less than silence has without Stop.
    expect(performance.now() - stopped).toBeLessThan(10_000);
    expect(summary.outcome).toBe('aborted');
    expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'aborted' });
    expect((await lab.query('people', { text: '', limit: 3 })).length).toBe(3);
  });

  test('in the middle of a run leaves a trace that can be read, and the next run goes through', async () => {
    let worker: Worker | null = null;
    const lab = createLabClient({ ...others, startLab: () => (worker = startReal()) });
    await lab.open('synthetic-films', slow);
    const { events, summary } = await runAnd(lab, () => worker?.terminate());
    expect(summary.outcome).toBe('failed');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'failed' });
    const [latest] = await lab.list();
    expect(latest).toMatchObject({ outcome: 'running' });
    const { events: kept } = await lab.read(latest?.id ?? '');
    expect(kept.length).toBeGreaterThan(0);
    expect(events.slice(0, kept.length)).toEqual(kept);
    const spec = (await lab.describe()).defaultSpec;
    expect((await lab.start('run', newId('run'), spec, { onEvents: () => undefined, signal: NEVER })).outcome).toBe(
      'done',
    );
  });
});
