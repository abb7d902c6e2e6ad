/** @file Names that strangers gave: titles of items, people, genres. They stand in tables, prompts and patterns, so they are short lines. */
import { oneLine } from './visible-text.ts';

/** In characters (UTF-16). Longer ones are cut: no title comes near. */
export const LONGEST_NAME = 1000;

// Most names need nothing.
const UNTIDY = /[^\S ]| {2}|^ | $|[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** The name with single blanks, in one line, without control characters, and cut where it is longer than any name. */
export function plainName(text: string): string {
  if (text.length <= LONGEST_NAME && !UNTIDY.test(text)) return text;
  const line = oneLine(text).replace(/\s+/g, ' ').trim();
  return line
    .slice(0, LONGEST_NAME)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
