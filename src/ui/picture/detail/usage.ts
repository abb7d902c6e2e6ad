/** @file What model calls took, in tokens. */
import type { CallRecord } from '../../../trace/trace-tree.ts';

/** Tokens of prompts and replies; estimated where some engine did not count them itself. */
export interface CallUsage {
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
}

/** Sums over the calls that had ended by the event `position`. */
export function usageOf(calls: readonly CallRecord[], position: number): CallUsage {
  const ended = calls.flatMap(({ result }) => (result !== null && result.seq <= position ? [result.usage] : []));
  return {
    input: ended.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    output: ended.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
    estimated: ended.some(({ estimated }) => estimated),
  };
}
