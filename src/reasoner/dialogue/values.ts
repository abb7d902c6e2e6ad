/** @file Genres, people, tags and other values that are wanted or not wanted. */
import type { CatalogueOutline, Condition } from '../../core/dialogue.ts';
import { plainWords } from '../../core/text/plain-words.ts';
import { largest } from '../../core/numbers/extremes.ts';
import { spokenAs } from './lexicon.ts';
import { once } from './once.ts';
import type { Sentence, Spot } from './sentence.ts';
import { grammar } from './vocabulary.ts';

/** What was said of values. */
export interface ValueReading {
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
  /** Values that are liked or disliked for good: `I hate musicals`. */
  readonly liked: readonly string[];
  readonly disliked: readonly string[];
  /** Values that are taken back. */
  readonly forgotten: readonly string[];
  /** Kinds that are wanted and that the catalogue does not have. */
  readonly unknown: readonly string[];
  /** And those that are not wanted. */
  readonly refused: readonly string[];
  /** Kinds that moods are read as beside a kind that is named: they put in order. */
  readonly moods: readonly string[];
}

const BETWEEN =
  'any|anything|a|an|another|the|as|based|on|too|much|more|of|by|from|directed|written|<noun>|book|books|that|are|is|be|like|being|very|so|really|with|about|single|kind|sort|in|made|everything|director|watching|reading|to|see|watch|read|mood|for|feel|feeling|up|interested|necessarily';
const FOR_GOOD_WORDS =
  'no longer (like|love)|has not got|have not got|does not have|gave up on|never <adverbs> (did)? (care|cared) for|not <adverbs> (a (big|huge)? fan of|fans of|into|keen on|big on|fond of)|hate|hates|hated|dislike|dislikes|can not stand|do not <adverbs> (like|enjoy|care for)|does not <adverbs> (like|enjoy|care for)';
const CLAUSE = /[.!?;:] |(?<!any(?:thing|one|body) |everything )(?<![^ ])but (?!not|no )/u;
const clauseBefore = (before: string): string => before.split(CLAUSE).at(-1) ?? '';

/** Whether a value is not wanted, by what stands before it, and by the value before it in the same list. */
function isNegated(
  before: string,
  after: string,
  previous: { readonly negated: boolean; readonly gap: string } | null,
): boolean {
  const clause = clauseBefore(before);
  if (RULES.refusedAfter.test(after) || RULES.complains.test(before)) return true;
  if (RULES.negator.test(clause)) return !RULES.noNegator.test(clause);
  if (previous?.negated !== true) return false;
  if (RULES.nor.test(previous.gap)) return true;
  return RULES.comma.test(previous.gap) && (RULES.hasOr.test(previous.gap) || RULES.goesOn.test(after));
}

interface Placed {
  readonly spot: Spot;
  readonly negated: boolean;
  /** Whether it is an alternative to the one before. */
  readonly isOr: boolean;
  /** Whether so many of it and so many of the one before are asked for. */
  readonly isMixed: boolean;
  readonly isPerson: boolean;
  /** What stands before it. */
  readonly before: string;
  readonly at: number;
}

/** How each value stands to the message and to the one before. */
function placed(sentence: Sentence): Placed[] {
  const all: Placed[] = [];
  const isEach = sentence.takeAll(RULES.each).length > 0;
  for (const [at, { spot }] of sentence.tokens.entries()) {
    if (spot === undefined) continue;
    const last = all.at(-1);
    const before = sentence.rest(0, at);
    const gap = last === undefined ? '' : sentence.rest(last.at + 1, at);
    const isSame = last?.spot.start === spot.start;
    const negated = isSame
      ? last.negated
      : isNegated(before, sentence.rest(at + 1), last === undefined ? null : { negated: last.negated, gap });
    const isPluralAnd = last?.spot.isPlural === true && spot.isPlural && RULES.pluralsJoined.test(gap);
    const isMixed = RULES.countsJoined.test(gap);
    const isOr =
      !isSame && last?.negated === false && (isEach || RULES.alternative.test(gap) || isPluralAnd || isMixed);
    const isListed = last?.isPerson === true && RULES.personListed.test(gap);
    all.push({
      spot,
      negated,
      isOr,
      isMixed: isOr && isMixed,
      isPerson: RULES.byPerson.test(before) || isListed,
      before,
      at,
    });
  }
  return all;
}

const COMPANY_OR_PERSON = /director|writer|author|artist|brand/u;
const plain = (text: string): string => plainWords(text.replace(/['’]s?$/u, ''));

/** What is said of how a value was read. */
function noteOf(
  { spot, isPerson, before, negated }: Placed,
  { itemNoun, attributes }: CatalogueOutline,
  isAlone = false,
): readonly string[] {
  const values = once(spot.values);
  const knowsActors = attributes.some(({ name }) => name === 'actor' || name === 'cast');
  const isActor = /(?:starring|featuring|with|actor|actress) $/u.test(before);
  const isTag = spot.attribute === 'tag' && isPerson && !negated;
  if (isTag || (spot.attribute === 'director' && isActor && !knowsActors)) {
    const [role, how] = [isActor ? 'plays in' : 'made', isTag ? 'tagged' : 'directed by'];
    return [
      `This catalogue does not know who ${role} its ${itemNoun}s; I ${negated ? 'leave out' : 'take'} those ${how} ${values.join(' or ')}.`,
    ];
  }
  if (spot.isUnknown === true) {
    const instead = isAlone ? `, so I ${negated ? 'leave out' : 'take'} ${values.join(' or ')}` : '';
    return [`The catalogue has no "${spot.written}" to check${instead}.`];
  }
  if (spot.isVague === true) {
    const avoids = negated || (spot.avoids ?? []).length === 0 ? '' : `, and no ${spot.avoids!.join(', ')}`;
    return [`By "${spot.written}" I take ${values.join(' or ')}${avoids}.`];
  }
  const named = plain(spot.written);
  if (values.length === 1 && COMPANY_OR_PERSON.test(spot.attribute) && !plain(values[0] ?? '').includes(named))
    return [`By "${spot.written}" I take ${values[0] ?? ''}.`];
  const different = new Set(values.map(plain));
  return different.size > 1 ? [`By "${spot.written}" I take ${values.join(' and ')}.`] : [];
}

/** True where a value is called by its own name, and not by a word for some of what it is: "comedies", and no "gangsters". */
const isOwnName = ({ written, values }: Spot): boolean =>
  values.some((value) => plain(value).slice(0, 4) === plain(written).slice(0, 4));

/**
 * What is refused leaves a mood its other values, and what is wanted leaves a refusal by another word its others: "light and funny, no
 * romcoms", "a thriller, not too violent". Where that leaves it none ("crime, no gangsters"), its word is a subject that is refused.
 */
function settled(all: readonly Placed[]): readonly Placed[] {
  const named = (isRefused: boolean): readonly string[] =>
    all.flatMap(({ spot, negated }) => (spot.isVague !== true && negated === isRefused ? spot.values : []));
  const left = all.map((one) => {
    const { spot, negated } = one;
    const against = negated ? (isOwnName(spot) ? [] : named(false)) : spot.isVague === true ? named(true) : [];
    const values = spot.values.filter((value) => !against.includes(value));
    const isSubject = values.length === 0 && negated;
    return { ...one, spot: { ...spot, values, isUnknown: spot.isUnknown === true || isSubject } };
  });
  return left.filter(
    ({ spot, negated }) =>
      spot.values.length > 0 ||
      (spot.isUnknown &&
        (!negated || left.every((one) => one.spot.start !== spot.start || one.spot.values.length === 0))),
  );
}

/** Of a value that is wanted and not wanted in one message, the later word counts: "I love comedies, but no comedies tonight". */
const withoutRevoked = (all: readonly Placed[]): readonly Placed[] =>
  all.filter(({ spot: { attribute, values }, negated }, at) => {
    const isRevoking = ({ spot, negated: isRefused }: Placed): boolean =>
      spot.attribute === attribute && isRefused !== negated && values.every((one) => spot.values.includes(one));
    return !all.slice(at + 1).some(isRevoking);
  });

function conditionsOf(said: readonly Placed[]): Condition[] {
  const all = withoutRevoked(said);
  const conditions: Condition[] = [];
  for (const { spot, isOr } of all.filter(({ negated }) => !negated)) {
    const last = conditions.at(-1);
    if (isOr && last?.is !== undefined && last.attribute === spot.attribute) {
      conditions[conditions.length - 1] = { ...last, is: [...new Set([...last.is, ...spot.values])] };
    } else if (!conditions.some((one) => one.attribute === spot.attribute && one.is?.join() === spot.values.join())) {
      conditions.push({ attribute: spot.attribute, is: spot.values });
    }
  }
  const unwanted = all.flatMap(({ negated, spot: { attribute, values } }) =>
    negated ? [{ attribute, not: values }] : [],
  );
  return [...conditions, ...unwanted];
}

/** What moods cannot stand, but for what is asked for. */
function avoided(said: readonly Placed[]): readonly Condition[] {
  const wanted = said.flatMap(({ spot, negated }) => (negated ? [] : [spot]));
  const asked = wanted.flatMap(({ values }) => values);
  return wanted.flatMap(({ attribute, avoids = [] }) => {
    const not = avoids.filter((value) => !asked.includes(value));
    return not.length === 0 ? [] : [{ attribute, not }];
  });
}

const entriesOf = ({ attribute, values }: Spot): string[] => values.map((value) => `${attribute}: ${value}`);

const RULES = grammar(`
  negator := (<refused>|non|avoid (ing)?|exclude|except for|apart from|else than|different (from|than|to)|(seen|watched|know|read|got|owns) (<word>|<taken>|<title>|,){0,4}? (everything|all|every|most|much|lots|loads|plenty|enough)|swap|replace|exchange|trade|no longer (like|love|want)|(do|does) not (want|like|need|show me|give me|recommend)|less|${FOR_GOOD_WORDS}|free of|minus|skip|leave out|too (much|many)?|done with|rather than|instead of) (${BETWEEN}|<word> like)* $
  noNegator := (not (only|just)|why not|never <adverbs> (read|seen|watched|tried|been|had|met)) (?!.*<value>)<word>* $
  forGood := (${FOR_GOOD_WORDS}) (<word>|<taken>|<value>|,)* $
  liking := (<we> (am)? (really|also|just|usually|generally|mostly|quite|absolutely)* (like|love|enjoy|adore|prefer|into)|(am)? (a)? (big|huge)? (fan|fans) of|(favourite|favorite) <word> (is|are)|likes|loves|enjoys) (a|an|the|and|or|,|good|old|dark|also|both|lot of|<noun>|book|books|watching|reading|director|by|<value>|<taken>)* $
  would := would like (<word>|<taken>|<value>)* $
  byPerson := (did|has|have|(directed|made|written) by|(<noun>|book|books|something|anything|not|and|or|<taken>|<value>) by|(by|from|with) (the)? (director|actor|actress|author)|starring|director|author|by) $
  // "Disney is for babies".
  refusedAfter := ^already|^(<noun>)? (no|nope) (?=<stop>|and|but|$)|^(<noun>)? <bores>|^(<noun>)? (is|are|was|were) (so|too|just|all|really|very|a bit)* (for (babies|kids|children)|childish|boring|rubbish|awful|terrible|overrated|out|not (for|my))
  // "I did not like the second one, it was slow".
  complains := (not <adverbs> <loved>|hated|disliked) (<word>|<title>|<taken>|,){0,8}? (it|that|they) (is|was|were) (so|too|very|just|a bit|really|rather|far)* $
  nor := ^(<noun>)? (or|nor|and) (any|a|an|the)? $
  comma := ^(, (or|nor|and)?) $
  hasOr := (or|nor|and) 
  goesOn := ^(,|or|nor|and) (<word>)? (<value>|<taken>)
  alternative := ^(<noun>)? (((, <word>)*,?(or|/|and / or) )|(or|/) (a|an|some|maybe)?|,) (a|an|some|maybe|even|by|the|from)* $
  countsJoined := ^(<noun>)? (,|and|&|then)+ <count> $
  pluralsJoined := ^(,|and|&)+ (some)? $
  // "A western and a musical, one of each".
  each := (one|some) (of|for) (each|both)|(can not|do not) agree
  personListed := ^(,|or|and)+ (by)? $
  takesBack := (forget|take back|drop|ignore|scrap|scratch|never mind|nevermind) (about|that|what|whatever|everything|anything|<we>|said|told you|mentioned|like|liked|love|loved|hate|hated|dislike|want|wanted|do|not|no|the|my|any|thing|condition|of|on)* $
  fine := ^(<noun>)? (is|are|would be)? (also|totally|perfectly|all)* (fine|ok|okay|welcome|allowed|acceptable|no problem)
  mind := (do not mind|not mind|open to|happy with|okay with|ok with|fine with) (a|an|some|any)? $
  open := (not|need not|does not) (necessarily|have to be|need to be|be|only|just|require)+ (an|a|any)? $
`);

/** What few items are tagged as, in one word, may stand in their titles too: "samurai". */
function spokenOf(one: Condition, { attributes }: CatalogueOutline): Condition {
  const common = attributes.find(({ name }) => name === 'tag')?.common ?? [];
  const isRare =
    one.attribute === 'tag' && one.is?.every((tag) => /^\p{L}{3,}[^s]$/u.test(tag) && !common.includes(tag));
  return isRare === true ? { attribute: 'text', is: one.is! } : one;
}

/** Whom a book is for, and that it is funny, says less than what kind it is, where each is filed under one. */
const BESIDES = [/^humor/iu, /^fiction/iu, /^young adult/iu, /^juvenile/iu];
const rankOf = (values: readonly string[]): number => {
  const rank = BESIDES.findIndex((pattern) => values.some((value) => pattern.test(value)));
  return rank < 0 ? BESIDES.length : rank;
};

/** The highest rank of the kinds that are wanted; null where there are not two. */
function mainKind(spots: readonly Spot[]): number | null {
  const ranks = spots.flatMap(({ attribute, values, isUnknown }) =>
    (attribute === 'text' || attribute.endsWith('category')) && isUnknown !== true ? rankOf(values) : [],
  );
  return new Set(ranks).size < 2 ? null : largest(ranks);
}

/** Which values a message wants, and which not. */
export function readValues(sentence: Sentence, catalogue: CatalogueOutline): ValueReading {
  const spots = placed(sentence);
  const forgotten = spots.filter(({ before }) => RULES.takesBack.test(clauseBefore(before)));
  // "Not necessarily science fiction" wants it no more than it refuses it.
  const isOpen = ({ before, at }: Placed): boolean =>
    RULES.open.test(before) ||
    RULES.mind.test(before) ||
    RULES.fine.test(sentence.rest(at + 1).replace(/^(?:[VT]\d+ )+/u, ''));
  const said = settled(spots.filter((one) => !forgotten.includes(one) && !isOpen(one)));
  const isWanted = ({ spot, negated }: Placed): boolean => !negated && spot.isUnknown !== true;
  // What is nearest to a kind that the catalogue does not have stands for it where no other value is wanted, and is left out for it where it is one.
  const standIns = said.filter(({ spot, negated }) =>
    spot.isUnknown !== true
      ? false
      : negated
        ? spot.values.length === 1
        : spot.values.length > 0 && !said.some(isWanted),
  );
  const others = said.filter((one) => one.spot.isUnknown === true && !standIns.includes(one) && !one.negated);
  // An age that no kind is for is no subject.
  const isBeside = ({ spot }: Placed): boolean => said.some(isWanted) || /\d|years? old/u.test(spot.written);
  const [unknown, beside] = [others.filter((one) => !isBeside(one)), others.filter(isBeside)];
  // A mood beside a kind is no second condition: "a slow thriller" need not be a drama.
  const main = catalogue.isDescribed ? mainKind(said.filter(({ negated }) => !negated).map(({ spot }) => spot)) : null;
  const isMood = ({ spot: { isVague, attribute, values }, negated }: Placed): boolean =>
    !negated &&
    (isVague === true
      ? said.some((one) => one.spot.isVague !== true && one.spot.attribute === attribute && !one.negated)
      : main !== null && rankOf(values) < main && (attribute === 'text' || attribute.endsWith('category')));
  const moods = said.filter(isMood);
  const all = said.filter((one) => (one.spot.isUnknown !== true || standIns.includes(one)) && !moods.includes(one));
  for (const { at } of spots) sentence.consume({ from: at, to: at + 1 });
  const isLiked = ({ negated, before, spot }: Placed): boolean =>
    !negated && spot.isVague !== true && RULES.liking.test(before) && !RULES.would.test(before);
  const isDisliked = ({ negated, before }: Placed): boolean => negated && RULES.forGood.test(clauseBefore(before));
  return {
    conditions: [...conditionsOf(all).map((one) => spokenOf(one, catalogue)), ...avoided(said)],
    notes: [
      ...once([...all, ...moods, ...beside].flatMap((one) => noteOf(one, catalogue, standIns.includes(one)))),
      ...(all.some(({ isMixed }) => isMixed)
        ? ['I take them as one list; for so many of each, ask for one kind at a time.']
        : []),
    ],
    liked: said.filter(isLiked).flatMap(({ spot }) => entriesOf(spot)),
    disliked: all.filter(isDisliked).flatMap(({ spot }) => entriesOf(spot)),
    forgotten: forgotten.flatMap(({ spot }) => entriesOf(spot)),
    unknown: unknown.flatMap((one) => (isLiked(one) ? [] : [one.spot.written])),
    refused: said.flatMap((one) =>
      one.negated && one.spot.isUnknown === true && !standIns.includes(one) ? [one.spot.written] : [],
    ),
    moods: [
      ...moods.flatMap(({ spot }) => spot.values.map(spokenAs)),
      // What texts speak of comes first where it is filed so.
      ...all.flatMap(({ spot, negated }) => (spot.attribute === 'text' && !negated ? spot.values : [])),
      ...[...standIns, ...beside].flatMap(({ spot, negated }) => (negated ? [] : spot.written)),
    ],
  };
}
