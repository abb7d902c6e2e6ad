/** @file The words of the difference of two runs. */
import type { QuestionFate } from '../../../trace/question-difference.ts';
import { count, counted } from '../../words.ts';

/** What became of a question. */
export const FATES: Readonly<Record<QuestionFate, string>> = {
  read: 'used in the answer',
  cut: 'cut by the critic',
  dropped: 'dropped by the voters',
  unread: 'not used in the answer',
};

/** `asked 3 times`; nothing for once. */
export const timesAsked = (times: number): string => (times === 1 ? '' : `, asked ${times} times`);

/** What the difference says in sentences. */
export const DIFFERENCE = {
  waits: 'The answers follow your guess.',
  same: 'The two runs are the same, state by state.',
  differing: (different: number, states: number): string =>
    `${count(different)} of ${counted(states, 'state')} ${different === 1 ? 'differs' : 'differ'}.`,
};
