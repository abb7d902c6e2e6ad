/** @file The words of the difference of two runs. */
import type { AskedQuestion, QuestionFate } from '../../../trace/question-difference.ts';
import { count, counted } from '../../words.ts';

/** What became of a question. */
export const FATES: Readonly<Record<QuestionFate, string>> = {
  read: 'used in the answer',
  cut: 'cut by the critic',
  dropped: 'dropped by the voters',
  unread: 'not used in the answer',
};

/** `asked 3 times`; nothing for once. Where it was read in the end, that it was cut before. */
export const timesAsked = ({ times, fate, isCutBefore }: Omit<AskedQuestion, 'node'>): string =>
  times === 1 ? '' : `, asked ${times} times${fate === 'read' && isCutBefore ? ': cut by the critic before' : ''}`;

/** What the difference says in sentences. */
export const DIFFERENCE = {
  waits: 'The answers follow your guess.',
  same: 'The two runs are the same, state by state.',
  differing: (different: number, states: number): string =>
    `${count(different)} of ${counted(states, 'state')} ${different === 1 ? 'differs' : 'differ'}.`,
};
