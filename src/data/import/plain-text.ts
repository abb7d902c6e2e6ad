/** @file Texts that web pages left in datasets, as plain text: no tags, no character references. In linear time. */
import { decodeHTML } from 'entities';

// Both stop at the next "<", so that no run of them is gone through twice. "<3" is a heart.
const LINE_TAG = /<\/?(?:br|p|div|li|ul|ol|tr|h[1-6])\b[^<>]*>/gi;
const TAG = /<[a-z/!?][^<>]*(?:>|$)/gi;
const HIDDEN = ['script', 'style'] as const;

export function plainText(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text.trim();
  const shown = HIDDEN.reduce(withoutElement, withoutComments(text));
  const untagged = shown.replace(LINE_TAG, '\n').replace(TAG, '');
  return decodeHTML(untagged)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}

const withoutComments = (text: string): string => withoutParts(text, text, '<!--', '-->');

function withoutElement(text: string, name: string): string {
  return withoutParts(text, text.toLowerCase(), `<${name}`, `</${name}>`);
}

/** Leaves out all from a start to its end, or to the end of the text. @param folded where to look */
function withoutParts(text: string, folded: string, start: string, end: string): string {
  // A letter whose lower case is longer would shift what is cut.
  if (folded.length !== text.length || !folded.includes(start)) return text;
  const kept: string[] = [];
  let from = 0;
  for (let at = folded.indexOf(start); at !== -1; at = folded.indexOf(start, from)) {
    kept.push(text.slice(from, at));
    const close = folded.indexOf(end, at);
    from = close === -1 ? text.length : close + end.length;
  }
  return kept.join('') + text.slice(from);
}
