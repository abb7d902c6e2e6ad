/** @file Runs that are looked at and not kept. */
import type { RunSummary } from '../../core/run.ts';
import type { TraceEvent } from '../../core/trace.ts';
import type { CompleteRunSpec } from './run-spec.ts';
import { keepEvents } from './keep-events.ts';
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
