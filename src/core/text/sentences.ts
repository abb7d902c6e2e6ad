/** @file Where sentences end: not behind `Mr.`, `vs.` or an initial, as titles have them. */

const ABBREVIATION = String.raw`(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Vol|vs|[A-HJ-Z])\.`;
const ABBREVIATED = new RegExp(`${ABBREVIATION}$`, 'u');

/** As long as the longest of them, with the mark before it. */
const LONGEST = 6;

/** True where a text ends with a point that ends no sentence. */
export const isAbbreviated = (text: string): boolean => ABBREVIATED.test(text.slice(-LONGEST));

/** The blanks behind a sentence. */
export const BETWEEN_SENTENCES = new RegExp(String.raw`(?<=[.!?])(?<!${ABBREVIATION})\s+`, 'u');

/** The first sentence of a text; all of it where it has no end. */
export const firstSentence = (text: string): string => text.split(BETWEEN_SENTENCES, 1)[0] ?? text;
