/** @file How far a call of a model is, while it works: what it is for, what it has written so far, and how long it may take. */
import type { Benchmark } from '../../client/library-client.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import type { EventOf, TraceEvent } from '../../core/trace.ts';

/** What a call is for, as a stage. */
const STAGES: Readonly<Record<string, string>> = {
  'sample-state': 'Proposing the next step',
  vote: 'Voting on the next steps',
  evaluate: 'The critic judges the step',
  inspire: 'Asking for an alternative',
  answer: 'Answering',
  sql: 'Writing the query',
  sentence: 'Putting the rows into a sentence',
  summarize: 'Summarising reviews',
  rate: 'Rating',
  'manager-thought': 'The Manager thinks',
  'manager-action': 'The Manager chooses an action',
  analyse: 'The Analyst works',
  search: 'The Searcher works',
  interpret: 'The Task interpreter reads the conversation',
  reflect: 'The Reflector judges the answer',
  'dialogue-profile': 'Reading what you like',
  'dialogue-plan': 'Planning',
  'dialogue-step': 'Choosing the next tool call',
  'dialogue-critic': 'The critic judges',
  'dialogue-reply': 'Wording the reply',
};
/** Characters of a token of English. */
const TOKEN = 4;
/** Tokens that a step, a plan or a reply usually has; a call may allow more. */
const USUAL = 120;

/** `Planning`. */
export const stageOf = (purpose: string): string => STAGES[purpose] ?? 'Asking the model';

/** The seconds that a call may take at the speed that was measured of its model; null if none was. */
export function callSeconds(
  { messages, maxTokens }: Pick<EventOf<'model-call'>, 'messages' | 'maxTokens'>,
  benchmark: Benchmark | null,
): number | null {
  const { prefillTokensPerSecond: reads = null, decodeTokensPerSecond: writes = null } = benchmark ?? {};
  if (reads === null || writes === null) return null;
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return characters / TOKEN / reads + Math.min(USUAL, maxTokens) / writes;
}

/** A call of a language model that has not ended. */
export interface OpenCall {
  readonly event: EventOf<'model-call'>;
  /** Tokens that it has written, thoughts included; estimated from their letters. */
  readonly written: number;
}

/** The last call of a run where it is under way and a language model's; the rules answer at once. */
export function openCallOf(events: readonly TraceEvent[]): OpenCall | null {
  let letters = 0;
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (event?.type === 'text-delta' || event?.type === 'thought-delta') letters += event.delta.length;
    else if (event?.type === 'model-call')
      return event.model === REASONER_ID ? null : { event, written: Math.ceil(letters / TOKEN) };
    else if (event?.type === 'model-result' || event?.type === 'run-end') return null;
  }
  return null;
}
