/** @file What a call of a model is for, and how long it may take. */
import type { Benchmark } from '../../../client/measure-model.ts';
import { TOKEN_CHARACTERS, type WorkingCall } from '../../../trace/working-call.ts';

/** What a call is for, as a stage. */
const STAGES: Readonly<Record<string, string>> = {
  'sample-state': 'Proposing the next step',
  vote: 'Voting on the next steps',
  evaluate: 'The critic judges the step',
  inspire: 'Asking for an alternative',
  value: 'Valuing the step',
  'reflect-on-path': 'Reflecting on the path',
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
  'recommend-plainly': 'Recommending without tools',
  demonstrate: 'Writing a demonstration',
};
/** Tokens that a step, a plan or a reply usually has; a call may allow more. */
const USUAL = 120;

/** `Planning`. */
export const stageOf = (purpose: string): string => STAGES[purpose] ?? 'Asking the model';

/** The seconds that a call may take at the speed that was measured of its model; null if none was. */
export function callSeconds(
  { promptLength, maxTokens }: Pick<WorkingCall, 'promptLength' | 'maxTokens'>,
  benchmark: Benchmark | null,
): number | null {
  const { prefillTokensPerSecond: reads = null, decodeTokensPerSecond: writes = null } = benchmark ?? {};
  if (reads === null || writes === null) return null;
  return promptLength / TOKEN_CHARACTERS / reads + Math.min(USUAL, maxTokens) / writes;
}
