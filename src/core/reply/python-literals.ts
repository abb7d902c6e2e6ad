/** @file Values as Python writes them, which models do in place of JSON: `{'explore': False}`. */
import type { Json } from '../json.ts';

/** Words that are values, in JSON and in Python, with what they mean. */
export const LITERALS: readonly (readonly [written: string, value: Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
];

/** What stands behind such a text; a mark that anything else follows is an apostrophe, and leaves doubt. */
const BEHIND = /\s{0,100}(?:$|[:,}\]])/y;

/**
 * The text in single quotes that begins here, and where it is over. "cut" where the text ends within it; null where it holds marks, escapes
 * or line breaks, or its end is in doubt.
 */
export function singleQuotedAt(
  text: string,
  at: number,
): { readonly value: string; readonly to: number } | 'cut' | null {
  const end = text.indexOf("'", at + 1);
  if (end < 0) return 'cut';
  const value = text.slice(at + 1, end);
  BEHIND.lastIndex = end + 1;
  return /["\\\n]/.test(value) || !BEHIND.test(text) ? null : { value, to: end + 1 };
}
