/** @file Words of the answer strip. */
import type { AnswerFrom } from '../../../core/trace.ts';

/** What the strip is called. */
export const ANSWERS = 'Answers and truth';

/** What an answer was given. */
export const FROM_WORDS: Readonly<Record<AnswerFrom, string>> = { kept: 'kept', explored: 'explored' };

/** What was answered before the dial was moved. */
export const BEFORE = 'before';

/** What a row of the strip says besides its title. */
interface SpokenRow {
  readonly value: readonly string[];
  /** What was answered before; empty where nothing was. */
  readonly earlier: readonly string[];
}

/** A row of the strip, for whoever does not see it: as it stands there, then the title where it was cut. */
export function spokenRow(title: string, shown: string, { value, earlier }: SpokenRow): string {
  const answer = value.length === 0 ? 'no answer yet' : value.join(', ');
  const before = earlier.length === 0 ? [] : [`${BEFORE}: ${earlier.join(', ')}`];
  return [shown, answer, ...before, ...(shown === title ? [] : [title])].join(', ');
}
