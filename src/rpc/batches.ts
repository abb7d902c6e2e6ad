/** @file Small pieces cross a worker border in batches, so that a fast run does not drown the other side in messages. */

/** A batch is sent when it holds this many pieces … */
export const BATCH_ITEMS = 64;
/** … or when its first piece is this many milliseconds old, whichever comes first. */
export const BATCH_MILLISECONDS = 16;

export interface Batcher<Item> {
  add(item: Item): void;
  flush(): void;
}

export function createBatcher<Item>(send: (batch: readonly Item[]) => void, now: () => number): Batcher<Item> {
  let batch: Item[] = [];
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
    add(item) {
      if (batch.length === 0) firstAt = now();
      batch.push(item);
      // A busy worker may not reach its timers for a while, so the age is looked at here too.
      if (batch.length >= BATCH_ITEMS || now() - firstAt >= BATCH_MILLISECONDS) flush();
      else timer ??= setTimeout(flush, BATCH_MILLISECONDS);
    },
    flush,
  };
}
