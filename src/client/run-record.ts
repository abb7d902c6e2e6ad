/** @file The ids of what the page starts, and what it has seen of a run, so that a run whose worker was lost can be ended properly. */
import { wallClock } from '../core/clock.ts';
import { costsWith, NO_COSTS } from '../core/costs.ts';
import { toLabError } from '../core/errors.ts';
import type { RunSummary } from '../core/run.ts';
import type { EventBody, TraceEvent } from '../core/trace.ts';

let ids = 0;

export function newId(kind: string): string {
  ids += 1;
  return `${kind}-${String(wallClock())}-${String(ids)}`;
}

export interface RunRecord {
  readonly started: boolean;
  readonly add: (batch: readonly TraceEvent[]) => void;
  /** Ends the run with an error, in events that are passed on. @returns the summary of what was seen */
  close(thrown: unknown): RunSummary;
}

export function createRunRecord(onEvents: (batch: readonly TraceEvent[]) => void): RunRecord {
  let last: TraceEvent | null = null;
  let ended = false;
  let costs = NO_COSTS;
  let tasks = 0;
  const add = (batch: readonly TraceEvent[]): void => {
    if (ended || batch.length === 0) return;
    for (const event of batch) {
      if (event.type === 'truth') tasks += 1;
      costs = costsWith(costs, event);
    }
    last = batch.at(-1) ?? last;
    onEvents(batch);
  };
  return {
    get started() {
      return last !== null;
    },
    add,
    close(thrown) {
      const error = toLabError(thrown).toData();
      const outcome = error.code === 'aborted' ? 'aborted' : 'failed';
      // The digest is over the events of an unbroken run; this one was broken.
      const { modelCalls, toolCalls, tokens, replies } = costs;
      const asked = { modelCalls, toolCalls, tokens, replies };
      const summary: RunSummary = {
        outcome,
        metrics: {},
        tasks,
        failures: { [error.code]: 1 },
        ...asked,
        digest: '',
      };
      const bodies: EventBody[] = [
        ...(outcome === 'failed' ? [{ type: 'error' as const, error }] : []),
        { type: 'run-end', outcome, summary },
      ];
      const seq = (last?.seq ?? -1) + 1;
      const time = last?.time ?? 0;
      add(bodies.map((body, index) => ({ seq: seq + index, time, node: '', ...body })));
      ended = true;
      return summary;
    },
  };
}
