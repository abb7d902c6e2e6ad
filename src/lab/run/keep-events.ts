/** @file Events are told in batches as they happen, and kept. */
import { now } from '../../core/clock.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { createBatcher } from '../../rpc/batches.ts';
import type { RunSummary } from '../../core/run.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import type { Workbench } from './workbench.ts';

const NOWHERE = { add: (): void => undefined, close: async (): Promise<void> => undefined };

/** Runs a spec and tells its events as they happen. @param onEvents null where nobody reads them; the summary then has no digest */
export async function triedRun(
  workbench: Workbench,
  spec: CompleteRunSpec,
  onEvents: ((batch: readonly TraceEvent[]) => void) | null,
  signal: AbortSignal,
): Promise<RunSummary> {
  if (onEvents === null) return workbench.run(spec, { write: () => undefined, signal, wantsDigest: false });
  return keepEvents(NOWHERE, onEvents, (write) => workbench.run(spec, { write, signal }));
}

/** Runs `act`, passes on and keeps its events, and closes the file. @throws LabError what either throws */
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
