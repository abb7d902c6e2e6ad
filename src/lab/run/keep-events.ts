/** @file Events are told in batches as they happen, and kept. */
import { now } from '../../core/clock.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { createBatcher } from '../../rpc/batches.ts';

/**
 * Lets something happen whose events are told and kept, and closes the file.
 * @param onEvents given every event, also those that could not be kept
 * @throws LabError what `act` throws, or what closing the file throws
 */
export async function keepEvents<Result>(
  file: { add(batch: readonly TraceEvent[]): void; close(): Promise<void> },
  onEvents: (batch: readonly TraceEvent[]) => void,
  act: (write: (event: TraceEvent) => void) => Promise<Result> | Result,
): Promise<Result> {
  const batcher = createBatcher<TraceEvent>((batch) => {
    file.add(batch);
    onEvents(batch);
  }, now);
  try {
    return await act((event) => batcher.add(event));
  } finally {
    batcher.flush();
    await file.close();
  }
}
