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
export const BEHIND = /\s{0,100}(?:$|[:,}\]])/y;

/** A text in other quotes than JSON's, with where it is over; "cut" where the input ends within it, null where its end is in doubt. */
export type OtherText = { readonly value: string; readonly to: number } | 'cut' | null;

/** As far as the mark that ends a text, which has no such mark before it but escaped ones. */
const INSIDE = /(?:[^'\\\n]|\\['"\\nt])*/y;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/**
 * The text in single quotes that begins here, and where it is over; quotation marks within it are its own. "cut" where the text ends within
 * it; null where it holds other escapes or line breaks, or its end is in doubt.
 */
export function singleQuotedAt(text: string, at: number): OtherText {
  INSIDE.lastIndex = at + 1;
  const [inside = ''] = INSIDE.exec(text) ?? [];
  const end = at + 1 + inside.length;
  // Quotation marks behind a single one that is never closed may be those of other texts.
  if (end >= text.length) return inside.includes('"') ? null : 'cut';
  BEHIND.lastIndex = end + 1;
  if (text[end] !== "'" || !BEHIND.test(text)) return null;
  return { value: inside.replaceAll(/\\(.)/g, (_, one: string) => ESCAPED[one] ?? one), to: end + 1 };
}
