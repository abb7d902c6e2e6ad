/** @file Words that no rule took: a subject, what is refused, and what is told of somebody's life, which says what is wanted only where nothing else does. */
import { tellingPart, tellingWords } from './lexicon.ts';
import type { Sentence } from './sentence.ts';
import { REFUSED } from './vocabulary.ts';

const REFUSES = `(?:${REFUSED}|less|too|isn't|don't) `;
const REFUSING = new RegExp(`^${REFUSES}`, 'u');
const BESIDE_VERB = 'just|also|really|never|always|all|both|already|still|only|mostly|not';
const HELPING = 'am|is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|should|must';
/** What is told of somebody, up to what their verb is about: "our neighbours just got", "he has", "my dad devours". */
const TELLING = new RegExp(
  `(?<![\\p{L}'])(and (?:wants?|needs?|looking)(?: |$)|(?:(?:i|we|you|he|she|they|everybody|everyone|nobody|(?:some|most|all|one|none) of (?:us|them))(?:'\\p{L}+)?|(?:my|our|his|her|their) (?:[\\p{L}-]+ ){0,2}?[\\p{L}-]+(?= (?:${HELPING}|${BESIDE_VERB}|got|\\p{L}{3,}s) )) (?:(?:${BESIDE_VERB}) )*(?:(?:${HELPING})(?: |$)(?:(?:${BESIDE_VERB}) )*(?:(?:\\p{L}+(?:ed|ing)|been|got|gone|told|given|made|bought) )?|[\\p{L}']+(?: |$)))`,
  'u',
);
/** Whoever wants something tells what it is, and "do you have" asks for it. */
const WISHING = /^you |(?:want|need|like|love|prefer|enjoy|adore|look|fancy|read|watch|search|would|into|'d)\p{L}* $/u;
const APART = new RegExp(`(?<![\\p{L}'])(?=${REFUSES})|(?<![\\p{L}'])but (?!not )`, 'u');

/** What was not read, and what is refused in it. @param isSaid whether what is wanted is said already */
export function readRest(
  sentence: Sentence,
  isSaid: boolean,
): { readonly leftovers: readonly string[]; readonly refused: readonly string[] } {
  const parts = sentence
    .leftovers()
    .flatMap((run) => run.split(TELLING).map((part, at, all) => ({ part, verb: all[at - 1] ?? '', at })));
  const pieces = parts
    .filter(({ at }) => at % 2 === 0)
    .flatMap(({ part, verb }) =>
      part.split(APART).flatMap((piece) => {
        const isRefused = REFUSING.test(piece);
        const text = isRefused ? (tellingPart(piece) ?? '') : tellingWords(piece).join(' ');
        return text === '' ? [] : { text, isRefused, isTold: verb !== '' && !WISHING.test(verb) };
      }),
    );
  const unread = pieces.filter(({ isRefused }) => !isRefused);
  const wished = unread.filter(({ isTold }) => !isTold);
  return {
    leftovers: (isSaid || wished.length > 0 ? wished : unread).map(({ text }) => text),
    refused: pieces.flatMap(({ text, isRefused }) => (isRefused ? text : [])),
  };
}
