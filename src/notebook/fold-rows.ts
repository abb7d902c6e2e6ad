/**
 * @file The events of a look at a dataset, or of a statement on it, as the output of a cell.
 */
import type { RowsOutput } from './cell-output.ts';
import type { QueryResult } from '../core/database.ts';
import type { TraceEvent } from '../core/trace.ts';

/** @param trace the name of the file with the events; null where they are not those of such a look */
export function foldRows(events: readonly TraceEvent[], trace: string): RowsOutput | null {
  const start = events.find((event) => event.type === 'run-start');
  const result = events.find((event) => event.type === 'tool-result');
  if (start?.type !== 'run-start' || result?.type !== 'tool-result') return null;
  const { dataset } = start;
  if (dataset === null || !('sha256' in dataset)) return null;
  if (result.failed) {
    return { kind: 'rows', dataset, columns: [], rows: [], truncated: false, problem: result.observation, trace };
  }
  const { columns, rows, truncated } = result.detail as unknown as QueryResult;
  return { kind: 'rows', dataset, columns, rows, truncated, problem: null, trace };
}
