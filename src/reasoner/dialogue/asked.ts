/**
 * @file Questions about items, comparisons and choices, over linked tokens: a question opens as one and names items without giving them
 * another part ("like", "after"); a comparison sets two side by side; a choice is among those that are listed.
 */
import type { CatalogueOutline, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { isCount } from './catalogue-questions.ts';
import { texts } from './draft.ts';
import { factsAsked } from './facts.ts';
import { once } from './once.ts';
import { NUMBERS } from './lexicon.ts';
import { lastWithItems, meantIn } from './pointing.ts';
import type { Sentence } from './sentence.ts';
import type { Roles } from './title-roles.ts';
import { grammar, rule } from './vocabulary.ts';

/** What is asked of which items. */
export interface Asked {
  readonly how: 'facts' | 'choice';
  readonly titles: readonly string[];
  /** All where none is named. */
  readonly facts: readonly string[];
  /** Present if the question is about something else than the facts of the catalogue. */
  readonly isUnknown?: true;
}

const LEAD =
  '^(<stop>|and|so|but|ok|okay|well|please|hey|hi|hello|ooh|oh|ah|wow|perfect|great|lovely|nice|(that|this|the <ordinal>) (one|film)? ((sounds|looks|seems) (good|great|nice|fun|perfect|interesting))? <stop>|then|again|now|also|just|if|(can|could|would|will) you|do you know|<we> (would like|want|need|wonder)+ (to know)?|let me know|quick question)*';

const COMPARATIVE =
  'older|newer|earlier|later|first|longer|shorter|cheaper|higher|(earned|earn|made|grossed|took) (the)? (more|most|less|least)|(more|most|less|least) money|(cost|costs) (the)? (more|most|less|least)|(biggest|highest|lowest|smallest) budget|(more|less|most|least) (expensive|popular|known|recent|liked|loved|rated|ratings|votes|reviews)|better|worse|oldest|newest|longest|shortest|cheapest|earliest|(best|better|higher|highest) (imdb|rotten tomatoes)? (rated|rating|score)|best at the box office|better known|critics (like|liked|love|loved|prefer|preferred|rate|rated) (more|most|better|best|higher|highest|less|least)';
const COMPARES = rule(
  `compare|compared|comparison|difference|differences|differ|versus|vs|(<be>|does|did|has) .*? (${COMPARATIVE}) .*? than|(is|was|did) <title> .*? (before|after) .*? <title>|(is|was) <title> or <title> (the)? (${COMPARATIVE})|(which|what|who) (<word>|<title>|,){0,6}? (${COMPARATIVE})|(${COMPARATIVE}) (<stop>|,|:)* (<title>|the <ordinal>)|or (<title>|the <ordinal>) (<stop>)*$`.replaceAll(
    '.*?',
    '(<word>|<title>|<value>|<number>){0,8}?',
  ),
);
const SIDES = ['year', 'genre', 'director', 'running_time', 'rating', 'ratings', 'author', 'pages', 'price', 'brand'];

const MOST_WORDS = 16;

/** Facts without ratings where nobody, here or elsewhere, gave any. */
const ratedFacts = (facts: readonly string[], { enough, attributes }: CatalogueOutline): readonly string[] => {
  const isRated = enough > 0 || attributes.some(({ name }) => /^(?:vote_count|average_rating)$/u.test(name));
  return facts.filter((name) => isRated || !/^ratings?$/u.test(name));
};

/** Facts that a comparison is by: those that are named, else what the catalogue has to set side by side. @param isTold whether descriptions tell what sets them apart */
function sidesOf(
  facts: readonly string[],
  known: ReadonlySet<string>,
  { years, enough }: CatalogueOutline,
  isTold: boolean,
): readonly string[] {
  const has = (name: string): boolean =>
    name === 'year'
      ? years !== null
      : /^ratings?$/u.test(name)
        ? enough > 0 || known.has('vote_count')
        : known.has(name);
  return facts.length > 0
    ? facts
    : [...SIDES.filter(has), ...(isTold && known.has('description') ? ['description'] : [])];
}

/** "And which one is rated higher?", after two were set side by side, is about those. */
const comparedIn = (last: EarlierTurn | undefined, titles: readonly string[]): readonly string[] =>
  last?.items.length === 0 && last.about.length > 1 ? last.about : titles;

const RULES = grammar(`
  // "The second sounds good, who made it?"
  opensLater := (?<=(<stop>|<stop> and|<stop> but|<stop> so) )((can|could) (i|we|you) (see|know|have|tell me|say)*)? (tell me (more|about)|who|whose|when|where|what|which|how|is|was|are|does|did|has|have) (?!(about|if|to) )(?!.*<stop> (<word>|<title>))
  opens := ${LEAD} (<title> (<stop>|-)*)? (from|for|in|by|at|of)? (who|whose|when|where|what|which|how|is|was|are|were|does|did|do|has|have|had|tell|say|explain|describe|remind|(<word>){0,3} (info|information|details|facts|summary|more) (about|on)|about|the <word>{1,3} (of|for|in)|(give|show) (me)? (the|its|a) <word> (of|on))|<stop> (who|when|how|what (did|do|year|is)|is it|was it|did it) (<word>|<title>|<number>|<year>|<stop>){0,8} $
  // "Jaws?", "And Titanic?", "I want to watch Heat", "Heat: any good?", "Jaws's director".
  bare := ${LEAD} (<we> (want|plan|am going|would like|feel like|am planning)+ (to (watch|see|read|buy))?|(what|how) about|(for|of|in))? (<title>|,|and)+ (<stop>|:|-|please|('s)? (<word>){0,3} <stop>)*$
  toldAll := tell me more (?!<noun>|like|of|such)|tell (me)? (<word>){0,4}? about|explain|describe|know (<word>)? about|(info|information|details|facts|summary|more) (about|on)|have you (heard|got)|do you have|is there|(what|who) (<be>) (?=<title>)|summarise|what is (it|this|that|<title>) about
  apart := difference|differences|differ|compare|better (?!rated)
  present := (do you have|have you got|is there|got|has) (the)? (<title>|it)|is <title> (in|on|available)
  // Questions for items, whatever titles stand in them.
  forItems := (recommend|(?<!(<ordinal>|your|that|this|these|those) )(recommendation|suggestion|recommendations|suggestions)|suggest|similar|(?<!(say|says|said|know|tell|heard) )(something|anything)|(?<!who )else|alternatives)|what (should|shall|could|can|would|to|do) (<word>){0,3}? (watch|see|read|buy|get|recommend|try|next|give)|(what|which) (other|more|of|are the|are some|are)* (<word>){0,2}? (films|movies|books|titles|cards|products|ones) (?!(is|was|came|are) )|more (like|of)|(?<!(<title>|or ))(any|some|other|more) (<word>)? (films|movies|ones|<value>)
  // Words of a comparison that ask for facts, and not for a choice by taste.
  byFact := ${COMPARATIVE}|(before|after) <title>|compare|compared|comparison|difference|differences|differ
  chooses := (which|what) (one)? (of|is|should|would|suits|fits|do you|do i|shall|can|to|matches|one|film|movie|book|has)|which|choose|pick|picking|decide|deciding|choosing|choice|torn|hesitating|undecided|select|(rank|order|sort|rate|arrange|compare)|(should|shall|can) <we>|better|best|prefer|suits|options|choices|candidates|shortlist|watchlist|from (this|my) list|out of (these|those)|between|<title> (,)? (or|versus|vs)
  aloneOr := ^((which|what) (one)? <stop>*)?(<title>|,|or|vs|versus|and|the|film|movie|either|both)+ (<stop>|then|today|tonight)*$
  lists := (or|versus|vs|between|:|these|those|following|them)|<title> , 
  // What is asked of the list that was shown: "which of these", "any of them under two hours?", "which is the longest?".
  ofShown := (?<!(not|like|hate|want|seen|read) )(which|what|any|many|one|ones|some|who|the <word>{1,3}) (of|among|from) (all)? (of)? (these|those|them|the (<count>|list|lot|bunch|group)|your (suggestions|recommendations|picks|list))|out of (these|those|them|all (these|those|them))|^(<stop>|and|so|but|ok)* (which (one|ones)? (shall|do|does|did|is|are|was|were|has|have|had|made|earned|took|cost|costs|runs|came|comes|got|can|could)|(which|what) (one)? (should|would|suits|fits|is the))|(rank|order|sort|arrange|rate|pick|choose) (one|<word>{1,4})? (of|among|from)? (these|those|them|the (list|results|films|movies|books))|(are|is|do|does|did|were|was) (any|some|all|one) of (these|those|them)|(is|are) there (<word>|<number>){0,7}? among (these|those|them)|which one
  forOthers := (is|are) there|(do|have|did) you|got|any|some|more|less|another|other|others|else|instead|similar|like|than|different|to watch|to see|to read|else|please|should|shall|next
  bound := (than|under|over|above|below|before|after|least|most|from) (the)? (<number>|<year>|<decade>|an|one|two|three)
  yesOrNo := ^(<stop>|and|so|but|ok)* (can|could|is|are|does|do|will|was|has) (?!you (give|show|recommend|suggest|find))
  // "When did Jaws, Alien and Heat come out?"
  questionOf := ${LEAD} (when|who|how|where|what year|did|does|was|tell)
  or := or|vs|versus
  // "And the least?", after which of them made the most.
  otherEnd := ^(<stop>|and|what about|which|one|has|had|did|is|was|made|got|the|of|them|these|those|with)* (most|least|lowest|highest|worst|best) <stop>*$
  two := (those|the|these|them) (two|2)|both
  these := these|those|them
  ofAll := <ofall> <stop>*$
  // "How many pages has the prisoner of azkaban?"
  untitled := how (many pages|long|much) (has|have|is|are|was|does|did|do) {w:the (?!<noun>|<ordinal>)<word>{2,6}?} (have|cost|<stop>)* $
  // "Compare the AMC and the Regal ones": names that are parts of titles.
  sides := compare (the)? {one:(<word>|<value>){1,3}?} (<noun>|ones|one)? (and|with|to|vs|versus) (the)? {two:(<word>|<value>){1,3}?} (<noun>|ones|one)? <stop>*$
  // "Petco or PetSmart, which is cheaper?"
  either := ^<stop>* (which (one)? (is|are) (<word>){1,2} <stop>)? {one:(<word>|<value>){1,2}?} (or|vs|versus) {two:(<word>|<value>){1,2}?} <stop>+ ((which|what) (one)? (<word>){0,3} (${COMPARATIVE})|<be> there (a|any) difference) (<word>)* <stop>*$
`);

/** Attributes that questions may be about. */
const knownOf = ({ attributes, isDescribed }: CatalogueOutline): ReadonlySet<string> =>
  new Set([...attributes.map(({ name }) => name), ...(isDescribed ? ['description'] : [])]);

/** What was listed last. "And which is the best?", after how many there are, is of all of those, and not of a list. */
function shownBy(turns: readonly EarlierTurn[], sentence: Sentence): readonly string[] {
  const last = turns.at(-1);
  if (isCount(last) && !sentence.has(RULES.these)) return [];
  const found = comparedIn(last, lastWithItems(turns)?.items.map(({ title }) => title) ?? []);
  const [first] = last?.plan.steps ?? [];
  // "Which of the two": the one that the last turn looked up, and the one that it found.
  const isTwo = found.length === 1 && first?.tool === 'look-up' && sentence.has(RULES.two);
  return isTwo ? once([...texts(first.input['titles']), ...found]) : found;
}

/** "And the least?", after which of several made the most: the same facts of the same. */
function sameOfOtherEnd(last: EarlierTurn | undefined, sentence: Sentence): Asked | null {
  if (last?.plan.intent !== 'ask-about-item' || last.about.length < 2 || !sentence.has(RULES.otherEnd)) return null;
  const facts = texts(last.plan.steps[0]?.input['facts']);
  return facts.length === 0 ? null : { how: 'facts', titles: last.about, facts };
}

/** Two names that are parts of titles, side by side. @param isEither whether they have to be the whole of what is asked */
function sidesNamed(sentence: Sentence, isEither: boolean): readonly string[] {
  const sides = sentence.find(RULES.either) ?? (isEither ? null : sentence.find(RULES.sides));
  return ['one', 'two'].flatMap((name) => {
    const part = sides?.part(name)?.replaceAll(/[TV](\d+)/gu, (_, at) => sentence.written({ from: +at, to: +at + 1 }));
    const start = sentence.text.toLowerCase().indexOf(part?.toLowerCase() ?? '\n');
    return start < 0 ? [] : [sentence.text.slice(start, start + part!.length)];
  });
}

/** What is asked of titles that are named: whether they are there, what the catalogue says of something, or all that it says. */
function ofNamed(
  named: readonly string[],
  facts: readonly string[],
  sentence: Sentence,
  catalogue: CatalogueOutline,
): Asked {
  const titles = once(named);
  if (facts.length > 0) return { how: 'facts', titles, facts };
  const known = knownOf(catalogue);
  const held = sentence.has(RULES.present) ? ['author', 'subtitle'].filter((name) => known.has(name)) : [];
  const isTold = catalogue.isDescribed && !sentence.has(RULES.toldAll) && sentence.has(RULES.yesOrNo);
  return { how: 'facts', titles, facts: held.length > 0 ? held : isTold ? ['description'] : [] };
}

/** What a message asks of items; null where it asks for none, or for others. */
export function readAsked(
  view: DialogueView,
  sentence: Sentence,
  { named, seeds, anchors, liked, seen }: Roles,
): Asked | null {
  const { turns, catalogue } = view;
  const has = (pattern: RegExp): boolean => sentence.has(pattern);
  const known = knownOf(catalogue);
  const [opens, later] = [has(RULES.opens), sentence.find(RULES.opensLater)];
  const facts = ratedFacts(factsAsked(sentence, known, opens ? 0 : later?.from), catalogue);
  const all = once(
    sentence.tokens.flatMap(({ title }) => (title === undefined ? [] : [title.text.replace(/['’]s$/u, '')])),
  );
  const again = sameOfOtherEnd(turns.at(-1), sentence);
  if (again !== null) return again;
  const isItems = has(RULES.forItems);
  const shown = shownBy(turns, sentence);
  const isOfShown =
    all.length === 0 && shown.length > 0 && !isItems && sentence.tokens.length <= MOST_WORDS && has(RULES.ofShown);
  const meant = meantIn(view, sentence);
  const isOfAll = isOfShown && !has(rule('(?<!(came|come|comes|out) )<ordinal>'));
  const pointed = isOfAll && meant.length < 2 ? shown : meant;
  const sides = once([...pointed, ...all]);
  const compared = has(RULES.ofAll) ? [] : sides.length === 0 ? comparedIn(turns.at(-1), []) : sides;
  const isCompared = compared.length > 1 && has(RULES.byFact) && has(COMPARES) && !(isOfShown && has(RULES.bound));
  if (isCompared && !isItems && liked.length === 0) {
    const by = facts.filter((name) => name !== 'genre');
    const isApart = compared.length === 2 && has(RULES.apart);
    return { how: 'facts', titles: compared, facts: sidesOf(by, known, catalogue, isApart) };
  }
  const parts = all.length > 1 ? [] : sidesNamed(sentence, compared.length > 1);
  if (parts.length === 2)
    return { how: 'facts', titles: parts, facts: sidesOf(facts, known, catalogue, has(RULES.apart)) };
  const listed = once([...named, ...(has(rule(':')) ? seen : [])]);
  const isListed = listed.length > 1 && seeds.length === 0;
  if (
    isListed &&
    (has(RULES.aloneOr) ? has(RULES.or) : has(RULES.chooses) && has(RULES.lists) && !has(RULES.questionOf))
  )
    return { how: 'choice', titles: listed, facts: [] };
  if (isOfAll) return { how: 'choice', titles: pointed, facts: [] };
  if (seeds.length + anchors.length + liked.length > 0 || isItems) return null;
  const isAll = has(RULES.toldAll);
  if (named.length > 0 && (opens || later !== null || has(RULES.bare)))
    return ofNamed(named, facts, sentence, catalogue);
  const untitled = all.length + pointed.length > 0 ? undefined : sentence.find(RULES.untitled)?.part('w');
  if (untitled !== undefined) return { how: 'facts', titles: [untitled.replace(/^the /u, '')], facts };
  if (all.length > 0 || pointed.length === 0) return null;
  const isAnswered = facts.some((name) => known.has(name) || NUMBERS.has(name));
  // What no fact answers the description may.
  if (catalogue.isDescribed && pointed.length === 1 && !isAnswered && !isAll && has(RULES.yesOrNo))
    return { how: 'facts', titles: pointed, facts: ['description'] };
  if (!opens && later === null) return null;
  const isKnown = facts.length > 0 || isAll;
  const isPlain = sentence.tokens.every(({ spot, number }) => spot === undefined && number === undefined);
  if (!isKnown && (pointed.length > 1 || !isPlain || has(RULES.forOthers))) return null;
  return { how: 'facts', titles: pointed, facts, ...(!isKnown && { isUnknown: true }) };
}
