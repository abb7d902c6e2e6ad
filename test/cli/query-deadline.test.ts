/** @file A statement that does not come back is seen after two seconds, and not before. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartbeat, heartbeatWatch, isOverdue, QUERY_DEADLINE } from '../../src/cli/query-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a statement is overdue after its deadline, until it ends', () => {
  const memory = createHeartbeat();
  const watch = heartbeatWatch(memory);
  vi.advanceTimersByTime(10 * QUERY_DEADLINE);
  expect(isOverdue(memory)).toBe(false);
  watch.onStart('SELECT 1');
  vi.advanceTimersByTime(QUERY_DEADLINE);
  expect(isOverdue(memory)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isOverdue(memory)).toBe(true);
  watch.onEnd();
  expect(isOverdue(memory)).toBe(false);
});
