/** @file What a state came to, as its `node-end` has it. */
import { isJsonObject, type Json } from './json.ts';

/** What a state came to: s = (h, a, o). */
export interface StateResult {
  readonly thought: string;
  readonly action: { readonly tool: string; readonly arguments: Json } | null;
  readonly observation: string;
  readonly isEnd: boolean;
}

/** The result of a state's `node-end`, or null where it is none. */
export function readState(result: Json): StateResult | null {
  if (!isJsonObject(result) || typeof result['thought'] !== 'string') return null;
  const { thought, action, observation, isEnd } = result;
  return {
    thought,
    action:
      isJsonObject(action) && typeof action['tool'] === 'string'
        ? { tool: action['tool'], arguments: action['arguments'] ?? null }
        : null,
    observation: typeof observation === 'string' ? observation : '',
    isEnd: isEnd === true,
  };
}
