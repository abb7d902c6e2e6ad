/** @file The columns that say what a method's lists come to together: coverage, personalization, novelty. */
import type { EvaluationTable } from '../../../core/evaluation.ts';
import { digits } from './numbers.ts';
import type { ReplyColumn } from './reply-columns.ts';

const wordsIn = ({ rows }: EvaluationTable): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(({ lists }) => lists.map(({ name, words }) => [name, words] as const)));

/** A column for each measure that any row has. */
export function listColumns(table: EvaluationTable): readonly ReplyColumn[] {
  return [...wordsIn(table)].map(([title, hint]) => ({
    title,
    hint,
    text: ({ lists }) => {
      const result = lists.find(({ name }) => name === title);
      return result === undefined ? '' : digits(result.value);
    },
    isBad: () => false,
  }));
}

/** What the columns are, in a sentence each; empty where there are none. */
export const listWords = (table: EvaluationTable): string =>
  [...wordsIn(table)].map(([name, words]) => `${name}: ${words}.`).join(' ');
