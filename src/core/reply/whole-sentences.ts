/** @file What is left of a text that was cut off: its sentences that have an end. */

import { isAbbreviated } from '../text/sentences.ts';

const END = /[.!?…]["'”’)]*(?=\s|$)/g;

/** The text up to its last sentence end; the whole text where it has none, since half a sentence says more than nothing. */
export function wholeSentences(text: string): string {
  const ends = [...text.matchAll(END)].map(({ index, 0: marks }) => index + marks.length);
  const end = ends.findLast((at) => !isAbbreviated(text.slice(0, at)));
  return text.slice(0, end).trim();
}
