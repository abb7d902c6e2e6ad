/** @file The segment *how many*: the number of items that is wanted. */
import { numberOf } from './lexicon.ts';
import type { Sentence } from './sentence.ts';
import { grammar, rule } from './vocabulary.ts';

const WHAT = '<kind>|suggestions|suggestion|recommendations|options|ideas|picks|examples|<taken>';
/** Words of what is no number of items. */
const OTHER = '(?!(star|stars|minutes|hours|years|year|dollars|pages|people|percent))';
const COUNTED = [
  rule(`(top|best) {n:<count>} ${OTHER}`),
  rule(`(?<!(the|that|this|which) ){n:<count>} (?!of|to)((?!<noun>)<word>){0,3}? (${WHAT})`),
  rule(`(?<=the ){n:<count>} (?!one)<word>{0,2}? (<kind>|<taken>)`),
  rule(`(another|next|other) {n:<count>} ${OTHER}`),
  rule(`{n:<count>} (of (them|these|those)|more|other|others|please)`),
  rule(
    `^<stop>* (ok|okay|and|now|please|,)* (make (it|that|them)|only|just|fewer|,)* {n:<count>} (please|instead|then)? <stop>* $`,
  ),
  rule(`make (it|that|them) {n:<count>}`),
  rule(`(give|name|list|show|suggest|recommend|find|pick|want|need|only|just) (me|us)? {n:<count>} ${OTHER}`),
];
const RULES = grammar(`
  one := (?<!not )another (?!<count>)(one|film|movie|book)?|one more (film|movie|book)?|(just|only) one|(?<!not )a single (one|film|movie|book)?
  // "Two comedies and one thriller" are three.
  more := ^(<taken>|<value>|<noun>)* (,|and|&|then)+ {n:<count>} (<value>|<taken>)
`);

/** How many items are wanted; null where it is not said. */
export function readCount(sentence: Sentence): number | null {
  if (sentence.take(RULES.one) !== null) return 1;
  for (const pattern of COUNTED) {
    const found = sentence.find(pattern);
    const [token] = found?.tokens('n') ?? [];
    const written = found?.part('n') ?? '';
    const count = token?.number ?? numberOf(written);
    if (found === null || !Number.isInteger(count) || count < 1 || count > 200) continue;
    const [first = '', ...others] = written.split(' ');
    const from = found.from + sentence.rest(found.from, found.to).split(' ').indexOf(first);
    sentence.consume({ from, to: from + 1 + others.length });
    const more = RULES.more.exec(sentence.rest(from))?.groups?.['n']?.trim();
    if (more === undefined) return count;
    const place = sentence.rest(from).split(' ').indexOf(more) + from;
    sentence.consume({ from: place, to: place + 1 });
    return count + (sentence.tokens[place]?.number ?? numberOf(more));
  }
  return null;
}
