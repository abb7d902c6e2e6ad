/** @file Where sentences end: not behind `Mr.`, `vs.` or an initial, as titles have them. */

const WORDS = '(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Vol|vs|[A-HJ-Z])';
const ABBREVIATION = String.raw`(?:^|[^\p{L}])${WORDS}\.`;
const ABBREVIATED = new RegExp(`${ABBREVIATION}$`, 'u');

const LONGEST = 6;

export const isAbbreviated = (text: string): boolean => ABBREVIATED.test(text.slice(-LONGEST));

export const BETWEEN_SENTENCES = new RegExp(String.raw`(?<=[.!?])(?<!${ABBREVIATION})\s+`, 'u');

const SENTENCE = new RegExp(String.raw`(?:(?<!\p{L})${WORDS}\.(?=[\s\p{L}])|\d\.(?=\d)|[^.!?\n])+[.!?]*`, 'gu');

export const sentencesIn = (text: string): readonly string[] => text.match(SENTENCE) ?? [];

export const firstSentence = (text: string): string => text.split(BETWEEN_SENTENCES, 1)[0] ?? text;
