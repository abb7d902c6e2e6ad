import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TraceEvent } from '../../src/core/trace.ts';
import { BATCH_ITEMS, BATCH_MILLISECONDS, createBatcher } from '../../src/rpc/batches.ts';

const event = (seq: number): TraceEvent => ({ seq, time: 0, node: '', type: 'node-prune', reason: '' });

describe('createBatcher', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('sends a full batch at once and the rest by the clock, in order and without loss', () => {
    const batches: (readonly TraceEvent[])[] = [];
    const batcher = createBatcher<TraceEvent>(
      (batch) => batches.push(batch),
      () => performance.now(),
    );
    for (let seq = 0; seq < BATCH_ITEMS + 10; seq += 1) batcher.add(event(seq));
    expect(batches.map((batch) => batch.length)).toEqual([BATCH_ITEMS]);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    expect(batches.map((batch) => batch.length)).toEqual([BATCH_ITEMS, 10]);
    expect(batches.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: BATCH_ITEMS + 10 }, (_, seq) => seq));
  });

  test('a worker that never reaches its timers still sends every 16 ms', () => {
    let clock = 0;
    const batches: (readonly TraceEvent[])[] = [];
    const batcher = createBatcher<TraceEvent>(
      (batch) => batches.push(batch),
      () => clock,
    );
    for (let seq = 0; seq < 9; seq += 1) {
      batcher.add(event(seq));
      clock += 5;
    }
    expect(batches.map((batch) => batch.length)).toEqual([5]);
  });
});
