/**
 * @file Trace events cross a worker border in batches, so that a fast run does not drown the page in messages.
 */
import type { TraceEvent } from '../core/trace.ts';

/** A batch is sent when it holds this many events … */
export const BATCH_EVENTS = 64;
/** … or when its first event is this many milliseconds old, whichever comes first. */
export const BATCH_MILLISECONDS = 16;

/** Collects events into batches. */
export interface EventBatcher {
  add(event: TraceEvent): void;
  /** Sends what is left. */
  flush(): void;
}

/**
 * A batcher in front of `send`.
 * @param now milliseconds
 */
export function createEventBatcher(send: (batch: readonly TraceEvent[]) => void, now: () => number): EventBatcher {
  let batch: TraceEvent[] = [];
  let firstAt = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (batch.length === 0) return;
    const full = batch;
    batch = [];
    send(full);
  };
  return {
    add(event) {
      if (batch.length === 0) firstAt = now();
      batch.push(event);
      // A busy worker may not reach its timers for a while, so the age is looked at here too.
      if (batch.length >= BATCH_EVENTS || now() - firstAt >= BATCH_MILLISECONDS) flush();
      else timer ??= setTimeout(flush, BATCH_MILLISECONDS);
    },
    flush,
  };
}
