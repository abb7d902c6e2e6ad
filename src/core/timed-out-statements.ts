/** @file The statements of a trace that took too long: what a fork, a replay and a table of results read of them. */
import { jsonList, jsonMember, jsonMembers } from './json.ts';
import type { TraceEvent } from './trace.ts';

/** A statement that failed, in the detail of a tool's result; `timedOut` is left out where it did not take too long. */
export interface FailedStatement {
  readonly sql: string;
  readonly error: string;
  readonly timedOut?: true;
}

/** The statements that took too long in the tool call that this event ends; none of any other event. */
export function timedOutStatements(event: TraceEvent): readonly string[] {
  if (event.type !== 'tool-result') return [];
  return jsonList(jsonMember(event.detail, 'failed')).flatMap((one) => {
    const { sql, timedOut } = jsonMembers(one);
    return timedOut === true && typeof sql === 'string' ? [sql] : [];
  });
}
