/** @file The segment *about*: what items should be about, in words that are no value of the catalogue. Compared by likeness, which is told. */
import type { CatalogueOutline, Condition, DialogueProblem } from '../../core/dialogue.ts';
import { tellingPart } from './lexicon.ts';
import { once } from './once.ts';
import type { Sentence, Taken } from './sentence.ts';
import type { ValueReading } from './values.ts';
import { grammar, rule, rules } from './vocabulary.ts';

/** What was said of subjects. */
export interface TopicReading {
  readonly wanted: readonly string[];
  readonly refused: readonly string[];
  readonly notes: readonly string[];
}

const END =
  '(?=<stop>|<taken>|<value>|<title>|but|from the|made|released|please|not|no|before|after|since|because|although|though|for (<whose>|beginners|dummies|adults|grown ups|starters|novices|laymen|(a|an|the) <word> (?=<stop>|$))|and (not|no)|$)';
const DESCRIBED = (most: number): RegExp =>
  rule(
    `((^<stop>*|(?<=<stop> ))(?=(?!i|we|he|she|they|you|who)<word>{1,3}<noun>)|something|anything|an|a|some|any|no|really|very|few|good|great|best|more|me|<count>) {w:<word>{1,${String(most)}}?} <noun>`,
  );
const BY_NOUN = [DESCRIBED(1), DESCRIBED(3)] as const;
const WHO_LIKES =
  "((would)? (rather have|prefer)|prefers|like|love|likes|loves|enjoys|adores|reads|collects|plays|lives (on|for)|can not (live|do) without|is always|(is|'s|are|am)? (really|also|so|very)* (into|mad about|crazy about|keen on|obsessed with|a fan of))";
const RULES = grammar(`
  subject := (that (is|are|deals with|deal with)|which (is|are))? ((?<!(what|how) )about|dealing with|on the (subject|topic) of|involving|featuring|(?<=^(<stop>|no|ok|and|but|maybe|rather|actually|then)*)in|set (in|on|at|during)|taking place (in|on|at)|with a story about|with (an|some|lots of|plenty of|strong|great)|(?<=(<noun>|something|anything) )with a|(?<=(something|anything|everything|stuff|<kind>|nothing|<taken>) )with|that has|that have|where|(come|comes|coming) in|(?<=(a|the|any|some|good|no) (<taken>|history|biography|story|account) )of|(?<=(anything|something|book|books|<noun>) )on|(?<=(one|<taken>) )(that|which)? <we> can) (?!(the same|it|that|this|them) ){w:(<word>|<number>)+?} ${END}
  // Where items are described, what stands alone in its clause says what they should be about.
  alone := (^|(?<=(<stop>|but|and|or|so|for) )) (<stop>|hmm|hm|and|but|or|maybe|perhaps|say|what about|how about|with|a|an|some|the|no|not|nothing|never|without)* (?!<refused>|i|we|he|she|they|you|it){w:<word>{1,2}?} (maybe|say|please|or so|mainly|then|instead|ideally|at all|too|though)* (?=<stop>|but|or|$)
  ofSomeKind := (something|anything) (really|very|a bit|a little|quite|more)* {w:(?!(to|for|like|from|by|with|else|that|which|about|similar|new|old|good|nice|different|tonight|in|on|at|i|we|you) )<word> ((,|and|or) <word>)*}
  forA := (for|to) (a|an|my|the) (<word>){0,3}? (who|that) ${WHO_LIKES} {w:<word>{1,3}?} (?=<stop>|$)|for (a|an) {lover:<word>} (lover|fan|enthusiast)|(he|she|they|who|my <word>|<we>) ${WHO_LIKES} (a|an|the|his|her|their|some|to|all|really)* {w2:<word>{1,2}?} (?=<stop>|and|but|so|$)
  // "Dinner and a movie for my parents".
  pair := ^<stop>* (a|an|some)? {w:<word> and (a|an)? <word>} (?=for (a|an|my|our|the))
  // Presents are for people and days.
  present := for (a|an|my|the|his|her|our|their)? {w:<word>{1,2}} (?=<stop>|<number>|<taken>|for|$)
  place := (live|lives|living|based|am|are|is|staying) (in|near) {w:<word>{1,3}?} (?=<stop>|and|but|so|$)
  // "We have Goodnight Moon and the caterpillar": by parts of their titles.
  known := ^<stop>* <somebody> (already|all|both)* (have|has|had|own|owns|know|knows|read|done|got)+ (already|the|a|an|both)* ({w:<word>{1,3}?}|<taken>+) ((,|and)+ (the|a|an)? {w2:<word>{1,3}?})? (already)? <stop>* $
  // Whom it is for does not do, or has had enough.
  refusedDoing := {no:(does|do|did|can|will) not (<word>)?|(sick|tired|enough) of|fed up with} {w:<word>} ((and|or|nor) {w2:<word>{1,2}?})? (?=<stop>|and|but|or|$)
  standalone := (stand alone|standalone|single volume|(<refused>|not want) (a|an|any|of|the|part|whole|another|<taken>)* series) (<noun>)?
  moodRefused := (<refused>|not want|too|less|not (so|that|as)) (<word>|<taken>){0,2} $
  refused := (<refused>|do not|is not|are not) (<word>|<taken>){0,2} $
`);

/** What is said of a subject that is looked for. @param isChecked whether texts would speak of it */
export const nearestNote = (topic: string, isChecked: boolean): string =>
  isChecked
    ? `I look for what is nearest in meaning to "${topic}".`
    : `The catalogue has no "${topic}" to check, so I look for what is nearest to it.`;

/** Words that no text of the catalogue speaks of: they were left aside, and are not looked for again. */
export const unspokenOf = (problems: readonly DialogueProblem[]): readonly string[] =>
  problems.flatMap((one) => (one.type === 'text-unknown' ? one.text : []));
/** Subjects without what is refused now: "a sad love story", then "too sad". */
export function withoutRefused(topics: readonly string[], now: readonly Condition[]): readonly string[] {
  const refused = now.flatMap(({ attribute, not = [] }) => (attribute === 'text' ? not : []));
  return topics.flatMap((topic) => {
    const words = topic.split(' ').filter((word) => !refused.includes(word));
    return (topic.includes(' or ') && words.join(' ') !== topic) || words.length === 0 ? [] : words.join(' ');
  });
}

/** Words for moods, and what is said of items that have them: their own words stand in titles of other things, such as "Sad Underwear". */
const MOODS = rules<string>(`
  heartbreaking or tragic or grief := sad|sadder|saddest|tear (jerker|jerking)|tearjerker|(want|need|like|have) (to|a) (good)? cry|(that|which|to|will|would)* (make|makes|making) (me|us|her|him|them) (cry|weep)|weepy|depressing|melancholy|melancholic|heartbreaking
  uplifting or heartwarming or hilarious := cheerful|cheery|cheering|(cheer|cheers) (me|us|her|him|them) up|uplifting|feel good|feelgood|heartwarming|happy|happier|light hearted|lighthearted
  terrifying or chilling or haunting := scary|scarier|spooky|frightening|creepy|terrifying
  wedding := (get|gets|getting|got)? married
  thank you := thank you (?=<noun>)
  movie or cinema or theatres := (?<!and (a)?)(cinema|cinemas)
  introduction or beginners or beginning or easy or dummies := (something|what|anything)? (is)? easy|for (a|an)? (absolute|total|complete)? (beginner|beginners|novice)|(would like|want) to (begin|start) with
  science fiction or sci fi := (sci fi|scifi)
  hanukkah or chanukah := (hanukkah|hanukah|chanukah|hannukah)
  email or e-mail or egift := (e mail|email|e-mail|e card|e-card|ecard|egift) (delivery|stuff|things|<noun>)?
  gripping or suspense or thrilling := gripping|page turner|exciting|thrilling|nail biting
`);

/** The subjects of a message. @param kinds that the catalogue does not have */
export function readTopics(
  sentence: Sentence,
  { itemNoun, isDescribed }: CatalogueOutline,
  kinds: Pick<ValueReading, 'unknown' | 'refused'>,
): TopicReading {
  const wanted = [...kinds.unknown];
  const refused = [...kinds.refused];
  const read = (taken: Taken, own?: string): void => {
    const topic = (own ?? taken.part('w') ?? taken.part('w2') ?? taken.part('lover') ?? '')
      .replaceAll(/\b[NY](\d+) ?/gu, '')
      .trim();
    const telling = tellingPart(topic);
    if (telling === null) return;
    // "The second world war" is another than the first, and the cold war than a war.
    const which = /(?:first|second|cold|old|young) /u.exec(topic.slice(0, topic.indexOf(telling)))?.[0] ?? '';
    const isRefused =
      taken.part('no') !== undefined ||
      RULES.refused.test(sentence.rest(0, taken.from)) ||
      RULES.refused.test(`${taken.words.slice(0, taken.words.indexOf(topic))}`) ||
      /^(?:no|not|without|less|fewer|little)\s/u.test(topic);
    (isRefused ? refused : wanted).push(which + telling);
  };
  const moods = !isDescribed
    ? []
    : MOODS.flatMap(([words, pattern]) =>
        sentence.takeAll(pattern).map((taken, at) => {
          if (at === 0) (RULES.moodRefused.test(sentence.rest(0, taken.from)) ? refused : wanted).push(words);
          return `By "${sentence.written(taken).trim()}" I take what is called or described as ${words.replaceAll(' or ', ', ')}.`;
        }),
      );
  const known = itemNoun === 'book' ? sentence.take(RULES.known) : null;
  for (const part of [known?.part('w'), known?.part('w2')]) if (part !== undefined) refused.push(part);
  if (isDescribed && sentence.takeAll(RULES.standalone).length > 0) {
    refused.push('trilogy or series');
    moods.push(`I leave out what is called or described as part of a series; of other ${itemNoun}s it is not known.`);
  }
  if (isDescribed)
    for (const taken of sentence.takeAll(RULES.refusedDoing))
      for (const name of ['w', 'w2']) if (taken.part(name) !== undefined) read(taken, taken.part(name));
  for (const taken of [...sentence.takeAll(RULES.forA), ...sentence.takeAll(RULES.subject)]) read(taken);
  // Where it is said what is wanted, the day that it is for need not be spoken of.
  for (const name of ['pair', 'place', 'present'] as const)
    if (itemNoun === 'product' && (name !== 'present' || wanted.length === 0))
      for (const taken of sentence.takeAll(RULES[name])) read(taken);
  const ofKind = sentence.find(BY_NOUN[isDescribed ? 1 : 0]) ?? sentence.find(RULES.ofSomeKind);
  if (ofKind !== null && tellingPart(ofKind.part('w') ?? '') !== null) {
    sentence.consume(ofKind);
    read(ofKind);
  }
  // Beside a kind such words put in order, and need not be held.
  if (isDescribed && !sentence.tokens.some(({ spot }) => spot !== undefined))
    for (const taken of sentence.takeAll(RULES.alone)) read(taken);
  return {
    wanted,
    refused,
    notes: isDescribed ? once(moods) : wanted.map((topic) => nearestNote(topic, false)),
  };
}
