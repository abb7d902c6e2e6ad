/** @file The words of the guide. */
import type { GuideCard } from '../../../trace/guide-cards.ts';
import { counted } from '../../words.ts';

/** Where the guide stands: `Step 2 of 5`. */
export function headingOf({ phase, step }: GuideCard, steps: number): string {
  if (phase === 'question') return 'The question';
  if (phase === 'answer') return 'The answers';
  return phase === 'end' ? 'What differed' : `Step ${step} of ${steps}`;
}

/** What a lane has cost so far. */
export const costSoFar = (modelCalls: number): string => `${counted(modelCalls, 'call')} so far`;

/** What the guide says besides the steps. */
export const GUIDE = {
  waits: 'The answers, and what differed, follow your guess.',
  notBegun: 'The run has not begun.',
  nothingHere: 'Nothing happens here in this step.',
  besides: (asked: readonly string[]): string => `Also tried: ${asked.join('; ')}`,
};
