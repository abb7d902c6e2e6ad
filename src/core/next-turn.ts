/** @file A turn of the event loop. In a chain of microtasks no message and no abort is ever heard. */

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
