/** @file A description in lower case, cut into clauses: pieces in which one attitude reigns at a time. */

const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/[‘’ʼ`´]/g, "'"],
  [/[“”«»]/g, '"'],
  [/[‐-―]/g, '-'],
  [/\s+/g, ' '],
];

/** `Nothing but`, `all but` and their like as the words that they stand for, so that `but` only ever joins clauses. */
const BUTS: readonly (readonly [RegExp, string])[] = [
  [/\bnot (?:only|just|merely)\b/g, 'also'],
  [/\bbut also\b/g, 'also'],
  [/\b(?:nothing|none) (?:but|except|other than|besides)\b/g, 'only'],
  [
    /\b((?:anything|everything|everyone|anyone|all|genres?|movies?|films?|books?|categor(?:y|ies)|kinds?|sorts?|types?|else)) but (?!he\b|she\b|they\b|i\b|also\b|is\b|are\b|not\b|does|do\b|dislik|hat|avoid|can|find|never|especially|prefer|lov|lik|enjoy|particularly|has\b|only\b|when|if\b|with\b)/g,
    '$1 except ',
  ],
];

const SENTENCE_END = /(?<=[.!?;])\s+|\n+|;\s*/;
// Blanks are single by now.
const JOINT =
  /,? (?:but|while|whereas|although|though|even though|however|yet|on the other hand|in contrast|conversely|despite|nevertheless|nonetheless)\b,?|, (?=(?:he|she|they|i)(?:'s|'d)? )|,? and (?=(?:he|she|they|i)(?:'s|'d)? )| - |: /;

/** A text as the patterns expect it: lower case, straight quotes, hyphens, single spaces. */
export function plainText(text: string): string {
  return QUOTES.reduce((plain, [pattern, by]) => plain.replace(pattern, by), text.toLowerCase()).trim();
}

/** The clauses of a description, sentence by sentence. */
export function clausesOf(description: string): readonly (readonly string[])[] {
  const text = BUTS.reduce((plain, [pattern, by]) => plain.replace(pattern, by), plainText(description));
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.split(JOINT).map((clause) => clause.trim()))
    .map((clauses) => clauses.filter((clause) => clause !== ''))
    .filter((clauses) => clauses.length > 0);
}
