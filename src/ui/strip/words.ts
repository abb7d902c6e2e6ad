/** @file Words of the answer strip. */
import type { AnswerFrom } from '../../core/trace.ts';
import type { StripRow } from './strip.ts';

/** What the strip is called. */
export const ANSWERS = 'Answers and truth';

/** What an answer was given. */
export const FROM_WORDS: Readonly<Record<AnswerFrom, string>> = { kept: 'kept', explored: 'explored' };

/** A row of the strip, for whoever does not see it. */
export function spokenRow(row: StripRow | undefined, used: AnswerFrom): string {
  if (row === undefined) return '';
  const answer = row.answers[used];
  return answer === null
    ? `${row.title}: no answer yet`
    : `${row.title}: ${answer.words.answer}, ${answer.words.verdict}`;
}
