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
