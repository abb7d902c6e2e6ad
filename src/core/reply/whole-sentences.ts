/** @file What is left of a text that was cut off: its sentences that have an end. */

const SENTENCES = /^[\s\S]*[.!?…]["'”’)]*(?=\s|$)/;

/** The text up to its last sentence end; the whole text where it has none, since half a sentence says more than nothing. */
export function wholeSentences(text: string): string {
  return (SENTENCES.exec(text)?.[0] ?? text).trim();
}
