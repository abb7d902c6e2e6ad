/** @file The segment *about*: what items should be about, in words that are no value of the catalogue. Compared by likeness, which is told. */
import { tellingWords } from './lexicon.ts';
import type { Sentence, Taken } from './sentence.ts';
import { rule } from './vocabulary.ts';

/** What was said of subjects. */
export interface TopicReading {
  readonly wanted: readonly string[];
  /** Subjects that are not wanted, which likeness cannot leave out. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

const END = '(?=<stop>|<taken>|<value>|<title>|but|from the|made|released|please|not|no|before|after|and (not|no)|$)';
const SUBJECT = rule(
  `(that (is|are|deals with|deal with)|which (is|are))? (about|dealing with|on the (subject|topic) of|involving|featuring|set (in|on|at|during)|taking place (in|on|at)|with a story about|with (an|a|some|lots of|plenty of|strong|great)|(?<=(something|anything|everything|stuff) )with|that has|that have|where) (?!(the same|it|that|this|them) ){w:(<word>|<number>)+?} ${END}`,
);
const DESCRIBED = rule(
  `((^<stop>*|(?<=<stop> ))(?=<word>{1,3}<noun>)|something|anything|an|a|some|any|really|very|few|good|great|best|more|me|<count>) {w:<word>{1,3}?} <noun>`,
);
/** Where nothing else says what kind of thing is meant, the word after "something" does. */
const OF_SOME_KIND = rule(
  `(something|anything) (really|very|a bit|a little|quite|more)* {w:(?!(to|for|like|from|by|with|else|that|which|about|similar|new|old|good|nice|different|tonight|in|on|at|i|we|you) )<word> ((,|and|or) <word>)*}`,
);
const FOR_A = rule(
  '(for|to) (a|an|my|the) (<word>){0,3}? (who|that) (likes|loves|enjoys|is into|adores) {w:<word>{1,3}?} (?=<stop>|$)|for (a|an) {lover:<word>} (lover|fan|enthusiast)',
);
/** Where the catalogue has nothing for children to check. */
const CHILD = rule('(for|a|an|my|our|the)* <number> (year|years) old (<word>)? (?=<stop>|$)');
/** Presents are for people and days. */
const PRESENT = rule('for (a|an|my|the)? {w:<word>{1,2}} (?=<stop>|$)');
const REFUSED = rule('(<refused>|do not|is not|are not) (<word>|<taken>){0,2} $');

/** Words before a description that describe nothing. */
const PLAIN_START =
  /^(?:(?:recommend|suggest|show|find|list|give|name|good|nice|great|best|other|more|new|really|very|some|any|interesting|decent|cool|the|an?)\s+)+/u;

/** The subjects of a message. */
export function readTopics(sentence: Sentence, itemNoun: string): TopicReading {
  const wanted: string[] = [];
  const refused: string[] = [];
  const read = (taken: Taken): void => {
    const topic = (taken.part('w') ?? taken.part('lover') ?? '').replaceAll(/\b[NY](\d+) ?/gu, '').trim();
    const part = tellingWords(topic).length === 0 ? null : topic.replace(PLAIN_START, '');
    const isRefused = REFUSED.test(sentence.rest(0, taken.from)) || /^(?:no|not|without)\s/u.test(topic);
    if (part === null) return;
    (isRefused ? refused : wanted).push(part);
  };
  for (const taken of sentence.takeAll(FOR_A)) read(taken);
  for (const taken of sentence.takeAll(SUBJECT)) read(taken);
  if (sentence.take(CHILD) !== null) wanted.push('children');
  if (itemNoun === 'product') for (const taken of sentence.takeAll(PRESENT)) read(taken);
  const described = sentence.find(DESCRIBED) ?? sentence.find(OF_SOME_KIND);
  if (described !== null && tellingWords(described.part('w') ?? '').length > 0) {
    sentence.consume(described);
    read(described);
  }
  return {
    wanted,
    refused,
    notes: wanted.map((topic) => `The catalogue has no "${topic}" to check, so I look for what is nearest to it.`),
  };
}
