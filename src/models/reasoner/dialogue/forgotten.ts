/** @file What a person takes back: "forget what I said about horror". */
import type { Condition } from '../../../core/dialogue.ts';

const VERB = '(?<!\\p{L})(?:forget|ignore|scrap|scratch|never ?mind)';

/** The word that takes something back. */
export const TAKING_BACK = new RegExp(`${VERB}(?!\\p{L})`, 'u');

/** What stands before a value that is taken back. */
export const TAKES_BACK = new RegExp(
  `${VERB}(?:[\\s-]+(?:about|that|what|whatever|everything|anything|i|we|said|told you|mentioned|like|liked|love|hate|hated|dislike|wanted?|don'?t|do not|not|no|the|my|any|thing|condition|of|on))*[\\s-]*$`,
  'u',
);

/** The conditions without values that were taken back, such as `genre: Horror`. */
export function withoutForgotten(conditions: readonly Condition[], forgotten: readonly string[]): readonly Condition[] {
  const isForgotten = (attribute: string, values: readonly string[] = []): boolean =>
    values.some((value) => forgotten.includes(`${attribute}: ${value}`));
  return conditions.filter(({ attribute, is, not }) => !isForgotten(attribute, is) && !isForgotten(attribute, not));
}

/** What is said of it. */
export const forgottenNote = (forgotten: readonly string[]): readonly string[] =>
  forgotten.length === 0 ? [] : [`Forgotten: ${forgotten.map((value) => value.replace(': ', ' ')).join(', ')}.`];
