/**
 * @file Words as sacrebleu cuts them: the tokenizer 13a, which is mteval-v13a of NIST, or at white space alone.
 */

/** `13a` splits punctuation off Western words; `none` splits at white space alone. */
export type BleuTokenizer = '13a' | 'none';

// What Python's str.split takes for white space; JavaScript's \s lacks four control characters and has U+FEFF instead.
// eslint-disable-next-line no-control-regex
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

const words = (text: string): string[] => text.split(SPACE).filter((word) => word !== '');

/** Applied in this order, each wherever it fits. Other letters than ASCII stay inside their word. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/([{-~[-` -&(-+:-@/])/gu, ' $1 '],
  [/([^0-9])([.,])/gu, '$1 $2 '],
  [/([.,])([^0-9])/gu, ' $1 $2'],
  [/([0-9])(-)/gu, '$1 $2 '],
];

const ENTITIES: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
];

/** The words of a text; none where it is empty or white space. */
export function bleuTokens(text: string, tokenizer: BleuTokenizer): string[] {
  if (tokenizer === 'none') return words(text);
  // A hyphen joins its line to the next one, but there is none after the last: the end is trimmed first.
  let line = trimEnd(text).replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ');
  for (const [entity, character] of ENTITIES) line = line.replaceAll(entity, character);
  line = ` ${line} `;
  for (const [pattern, replacement] of RULES) line = line.replace(pattern, replacement);
  return words(line);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
