/** @file Where sentences end: not behind `Mr.`, `vs.` or an initial, as titles have them. */

const WORDS = '(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Vol|vs|[A-HJ-Z])';
const ABBREVIATION = String.raw`(?:^|[^\p{L}])${WORDS}\.`;
const ABBREVIATED = new RegExp(`${ABBREVIATION}$`, 'u');

/** As long as the longest of them, with the mark before it. */
const LONGEST = 6;

/** True where a text ends with a point that ends no sentence. */
export const isAbbreviated = (text: string): boolean => ABBREVIATED.test(text.slice(-LONGEST));

export const BETWEEN_SENTENCES = new RegExp(String.raw`(?<=[.!?])(?<!${ABBREVIATION})\s+`, 'u');

/** A sentence with its marks: up to a mark that is no part of an abbreviation or of a number. */
const SENTENCE = new RegExp(String.raw`(?:(?<!\p{L})${WORDS}\.(?=[\s\p{L}])|\d\.(?=\d)|[^.!?\n])+[.!?]*`, 'gu');

/** The sentences and lines of a text, with their marks and the blanks around them; empty where it has none. */
export const sentencesIn = (text: string): readonly string[] => text.match(SENTENCE) ?? [];

/** The first sentence of a text; all of it where it has no end. */
export const firstSentence = (text: string): string => text.split(BETWEEN_SENTENCES, 1)[0] ?? text;
