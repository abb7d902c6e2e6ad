/** @file The only place that reads a clock. Times are for people and budgets; no result may depend on them. */

/** Milliseconds since an arbitrary start, never going backwards. */
export function now(): number {
  return performance.now();
}

export function wallClock(): number {
  return Date.now();
}

/** Resolves after the event loop has turned once. A message to oneself: browsers hold back timers, not messages. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const BREATH = 8;

let last = -Infinity;

/** Pauses for one turn of the event loop where the last pause is more than 8 ms ago, so that an abort is heard; results do not depend on it. */
export async function breathe(): Promise<void> {
  if (now() - last < BREATH) return;
  await nextTurn();
  last = now();
}
