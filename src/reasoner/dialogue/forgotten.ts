/** @file What a person takes back: "forget what I said about horror". */
import type { Condition } from '../../core/dialogue.ts';

/** The conditions without values that were taken back, such as `genre: Horror`. */
export function withoutForgotten(conditions: readonly Condition[], forgotten: readonly string[]): readonly Condition[] {
  const isForgotten = (attribute: string, values: readonly string[] = []): boolean =>
    values.some((value) => forgotten.includes(`${attribute}: ${value}`));
  return conditions.filter(({ attribute, is, not }) => !isForgotten(attribute, is) && !isForgotten(attribute, not));
}

/** What is said of it. */
export const forgottenNote = (forgotten: readonly string[]): readonly string[] =>
  forgotten.length === 0 ? [] : [`Forgotten: ${forgotten.map((value) => value.replace(': ', ' ')).join(', ')}.`];
