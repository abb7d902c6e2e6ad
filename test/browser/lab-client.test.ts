import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectLab } from '../../src/client/connect-lab.ts';
import type { LabClient } from '../../src/client/lab.ts';
import type { RunSpec, RunSummary } from '../../src/core/run.ts';
import type { TraceEvent } from '../../src/core/trace.ts';

const NEVER = new AbortController().signal;
const slow = { onProgress: () => undefined, signal: NEVER };

describe('the lab in its worker', () => {
  let lab: LabClient;
  let spec: RunSpec;

  beforeAll(async () => {
    lab = connectLab();
    spec = (await lab.describe()).defaultSpec;
    await lab.open('synthetic-films', slow);
  }, 120_000);

  afterAll(async () => {
    for (const { id } of await lab.savedRuns()) await lab.removeRun(id);
  });

  const manyTasks = (): RunSpec => ({ ...spec, tasks: { name: 'rating-prediction', options: { shots: 3 } } });

  async function runUntil(
    stopAt: (event: TraceEvent) => boolean,
    of: RunSpec = manyTasks(),
  ): Promise<{ events: TraceEvent[]; summary: RunSummary; stoppedAfter: number }> {
    const controller = new AbortController();
    const events: TraceEvent[] = [];
    let stopped = 0;
    const summary = await lab.run(of, {
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
    const [latest] = await lab.savedRuns();
    expect(await lab.readRun(latest?.id ?? '')).toEqual(events);
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

  test('a wrong spec is refused with its code and field, through the worker', async () => {
    const wrong = { ...spec, limits: { ...spec.limits, modelCalls: -1 } };
    await expect(lab.run(wrong, { onEvents: () => undefined, signal: NEVER })).rejects.toMatchObject({
      name: 'LabError',
      code: 'spec-invalid',
      message: expect.stringContaining('limits.modelCalls') as string,
    });
  });
});
