/** @file Cutting what people wrote into pieces that can be quoted. */
import { sentencesIn } from '../../core/text/sentences.ts';

const LONGEST_QUOTE = 240;

/** The first sentences of a text, on one line, as far as a quote goes. */
export function firstSentences(text: string, most: number): string {
  const sentences = sentencesIn(text.replaceAll(/\s+/g, ' '));
  const quote = (sentences.length === 0 ? [text] : sentences).slice(0, most).join('').trim();
  return quote.length <= LONGEST_QUOTE ? quote : `${quote.slice(0, LONGEST_QUOTE).replace(/\s+\S*$/, '')} …`;
}

/** The words of three letters or more, in lower case. */
export const contentWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']{3,}/gu) ?? [];

/** Pieces between marks of punctuation, on one line each, that hold a letter; no leading conjunction. */
export function clausesOf(text: string): string[] {
  return sentencesIn(text)
    .flatMap((sentence) => sentence.replace(/[.!?]{1,40}$/u, '').split(/[;:,()–—]+|\s-+\s/u))
    .map((clause) =>
      clause
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^(?:and|but|so|or|because|also) /i, ''),
    )
    .filter((clause) => /\p{L}/u.test(clause));
}
