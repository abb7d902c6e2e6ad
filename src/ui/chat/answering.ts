/** @file How far an answer is, while models write it: the stage, the number of the call, and how long it may take. */
import type { Benchmark } from '../../client/library-client.ts';
import type { CallRecord } from '../../core/trace-tree.ts';
import type { TurnView } from './fold.ts';

/** What a call is for, as a stage. */
const STAGES: Readonly<Record<string, string>> = {
  'dialogue-profile': 'Reading what you like',
  'dialogue-plan': 'Planning',
  'dialogue-step': 'Choosing the next tool call',
  'dialogue-critic': 'The critic judges',
  'dialogue-reply': 'Wording the reply',
};
/** Characters of a token of English. */
const TOKEN = 4;
/** Tokens that a plan or a reply usually has; a call may allow more. */
const USUAL = 120;

/** The call that is under way; null between calls. */
export function openCall(turn: TurnView | undefined): CallRecord | null {
  const last = turn?.status === 'running' ? turn.calls.at(-1) : undefined;
  return last?.result === null ? last : null;
}

/** `Planning, call 2`; empty where no model is asked. */
export function stageOf(turn: TurnView | undefined): string {
  const call = openCall(turn);
  if (turn === undefined || call === null) return '';
  return `${STAGES[call.event.purpose] ?? 'Asking the model'}, call ${String(turn.calls.length)}`;
}

/** The seconds that a call may take at the speed that was measured of its model; null if none was. */
export function callSeconds({ event }: CallRecord, benchmark: Benchmark | null): number | null {
  const { prefillTokensPerSecond: reads = null, decodeTokensPerSecond: writes = null } = benchmark ?? {};
  if (reads === null || writes === null) return null;
  const characters = event.messages.reduce((sum, { content }) => sum + content.length, 0);
  return characters / TOKEN / reads + Math.min(USUAL, event.maxTokens) / writes;
}
