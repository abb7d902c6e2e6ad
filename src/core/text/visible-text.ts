/** @file Texts of strangers as they may be shown: without characters that a terminal obeys, that end a line or that turn it around. */

// C0, DEL and C1, which hold the escapes of terminals, and the two line ends that are no control characters.
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
// Embeddings, overrides and isolates: what follows them is read in another order than it is written.
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]+/gu;

/** The text in one line: control characters and line ends become a blank, marks that turn the direction of reading are dropped. */
export const oneLine = (text: string): string => text.replace(CONTROLS, ' ').replace(DIRECTIONS, '');

/** In characters (UTF-16). Longer ones are cut: no title comes near. */
export const LONGEST_NAME = 1000;

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
