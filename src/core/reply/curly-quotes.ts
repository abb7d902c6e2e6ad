/** @file Texts of JSON in the quotation marks of prose: `{“tool”: “database”}`. Within texts in JSON's own quotes such marks stay as they are. */
import { unescaped } from './json-text.ts';
import { BEHIND, type OtherText } from './python-literals.ts';

/** Quotations in a text have none within them; with any number, time would not grow like the text. */
const DEEPEST = 2;

/**
 * The text that begins with “ here and ends with its ”, which pairs within it do not end. Null where what follows is not what follows a text,
 * it holds an escape that JSON does not know, or JSON's own quotes may have closed it.
 * @param mended receives what had to be overlooked within it
 */
export function curlyQuotedAt(text: string, at: number, mended: Set<string>): OtherText {
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '“') depth += 1;
    else if (text[end] === '”') depth -= 1;
    if (depth > DEEPEST) return null;
    if (depth > 0) continue;
    BEHIND.lastIndex = end + 1;
    const inside = text.slice(at + 1, end).replaceAll(/\\[\s\S]|"/g, (one) => (one === '"' ? String.raw`\"` : one));
    const value = BEHIND.test(text) ? unescaped(inside, mended) : undefined;
    return value === undefined ? null : { value, to: end + 1 };
  }
  return text.includes('"', at) ? null : 'cut';
}
