/** @file Words of the answer strip. */
import type { AnswerFrom } from '../../core/trace.ts';

/** What the strip is called. */
export const ANSWERS = 'Answers and truth';

/** What an answer was given. */
export const FROM_WORDS: Readonly<Record<AnswerFrom, string>> = { kept: 'kept', explored: 'explored' };

/** A row of the strip, for whoever does not see it: as it stands there, then the title where it was cut. */
export function spokenRow(title: string, shown: string, value: readonly string[]): string {
  const answer = value.length === 0 ? 'no answer yet' : value.join(', ');
  return [shown, answer, ...(shown === title ? [] : [title])].join(', ');
}
