/** @file A turn that changes the last request: "not that one, something newer", "more like the second", "only comedies". */
import { conditionWords } from '../../core/condition-words.ts';
import { plainCondition } from '../../trace/passed-steps.ts';
import type { Condition, DialoguePlan, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { readBound } from './amounts.ts';
import { draftOf, withoutDropped, type Draft } from './draft.ts';
import { comparison, nextOf, reordered, veinOf, withoutEnough } from './follow-up.ts';
import { NUMBERS } from './lexicon.ts';
import { linked, unlinked } from './link.ts';
import { forgottenNote, heldOn, merged, withoutForgotten } from './merged.ts';
import { once } from './once.ts';
import { recommend, withoutSeen } from './personal.ts';
import {
  DISLIKED_ONE,
  lastWithItems,
  lengthFor,
  LIKED_ONE,
  meantIn,
  pointedAt,
  refusedBefore,
  REFUSES,
} from './pointing.ts';
import { PERSON } from './references.ts';
import type { Sentence } from './sentence.ts';
import { unspokenOf, withoutRefused } from './topics.ts';
import { grammar, rules } from './vocabulary.ts';
import { orderedBy, untold, type Wishes } from './wishes.ts';

/** Words that ask for a recommendation. */
export const ASKS =
  /(?<!\p{L})(?:recommend\p{L}*|reccomend\p{L}*|recomend\p{L}*|suggest\p{L}*|sugest\p{L}*|propose|advise|something|anything|some ?thing|what (?:should|can|could|shall|would|do|to|else|other|films?|movies?|are)|what(?:'?s| is) (?:a|an|some|the|good)|what(?:'?s)? (?:next|now|then)|others?(?=\W*$)|which (?:films?|movies?|ones?)|looking for|look for|searching for|search|i want|i'?d (?:like|love)|i would (?:like|love)|need (?:an?|some|another|one|two|three|\d)|i need|(?:can|could) (?:i|we) (?:also )?(?:get|have|buy)|for (?:my|our|his|her|their)|i fancy|give (?:me|us)|show (?:me|us)|find (?:me|us)|list|name|bring|got any|have you got|do you have|are there|is there|(?:ideas|suggestions|recommendations)(?=\W*$)|any (?:good|ideas?|suggestions?|films?|movies?|recommendations?|more|other)|more(?:,? please|\W*$)|comparable|start with|would (?:also |probably )?(?:like|enjoy|love) what|ideas? for|in the mood|fancy|feel like|similar|surprise me|bored|tonight|this evening|to watch|let'?s watch|want to (?:watch|see)|wanna|pick|choose|best|top)(?!\p{L})/iu;
const RULES = grammar(`
  startsAsChange := ^(<stop>)* (and|but|no|nope|nah|not|nor|only|just|also|add|swap|replace|((have|has|do|did|are|is) (you|we|there)+ (got|have)? (any|some|one|ones) (with|by|from|set|under|over|before|after|about|in))|is there one (that|which|you|for|<we>)|(one (<word>)?)? (by|from) (a|an) (woman|man|female|male)|or|what about|how about|make (it|them)|instead|(ok|okay) (,)? (but|and|now)|hmm|hm|more|another|other|others|none|neither|(<number>|one|two|three|four|five|ten|a few|some) (more|other|others)|too|less|(i (have)?)? (already)? (seen|watched|saw|know)|show (me)? (more|other|others)|next|without|newer|older|cheaper|(any|anything|something) (a bit|a little|slightly|much|rather|even)* (other|others|else|different|more|less|similar|with|newer|older|funnier|scarier|darker|lighter|sadder|happier|calmer|slower|faster|weirder|better|shorter|longer|cheaper)|something from|(the)? same|give me (more|other|others|another)|different|exclude|remove|forget|never mind|nevermind|drop|leave out|ignore|i meant|actually|rather|maybe|perhaps|then|now|even|try|(can|could) (it|they|you make)|what else)
  // A genre as a noun takes the place of another; as an adjective it comes on top.
  kind := comedy|comedies|drama|dramas|thriller|thrillers|western|westerns|musical|musicals|documentary|documentaries|cartoon|cartoons|(horror|sci fi|scifi|action|adventure|war|crime|fantasy|family) (film|films|movie|movies|one|ones)
  // For somebody else, or another thing besides: what was wanted before is settled.
  anew := ^(<stop>|<word>{1,2} <stop>|ok|okay|alright|great|good|fine|thanks|thank you|and|now|then|also|next|lastly|finally|plus|maybe|need|want|i|we|(something|anything|one|a <noun>|what about|how about) (else)?)* for (<whose> <word>{0,2}? <relative>|(me|us|myself|both of us) ((and|or) <whose> <relative>|(?=(later|then|afterwards|,))))|<word>{0,4}? ('s)? <whose> <relative> 's turn|<we> also <word>{0,2}? (need|want|look|looking|like)|<we> (also)? (need|want|(am|are) looking for|would like) another (?!<noun> (like|by|from))<word>|(one|another) (more|last)? (thing|question|<noun> : )|(next|then) (it|it is|is) <whose> <word>{0,2}? <relative>|(can|could) <we> (also)? (get|have|buy) (a|an|some) (<word>|<noun>){1,4} (too|also|as well)
  too := too|also|as well|both|at the same time|add|include|plus|mix|combine
  notLike := not <word>{0,2} like
  moreLike := (?<!(tell me|not|no) )more (?!than)|similar|like|along the lines of
  // "Seen it, the next best?", of a list in an order.
  nextBest := next (best|one|in line)|second best|runner up
  subject := about|can|for|with|on|set|instead|like|likes|love|loves
  // "And the latest?"
  opening := ^(<stop>)* (and|what about|how about)
  ones := ^(<stop>|ok|and)* ((do|have) you (have|got)|are there|is there|got|(can|could) you (show|give) me)* (any|some)* <word>{1,2} ones (please)? <stop>*$
  further := too|more|other|others|another|else|different|new
  instead := instead|rather|this time|(what about|how about) (?!with)|actually|now|meant|sorry|oh wait|(<word>|<value>|<number>) then <stop>*$
  others := more|other|others|another|else|different|new ones|next (?!to)|none|^(<stop>)* (no|nope|nah) <stop>* $|^(<stop>|that|they|it|these|those|is|are|'s|a bit|way|far)* too (<word>|<value>)|^(<stop>)* and (some|a|an|<count>)
  ofAll := <ofall> <stop>*$
  tooMuch := too (?!<stop>)
  drops := forget|drop|ignore|never mind|nevermind|leave out|remove|skip|take (<word>){1,5} back|regardless|no matter|(does not|do not|did not) (matter|care)|any (?=(year|decade|genre|director|rating|length))
`);
/** "And horror?" asks for the next kind, in place of the one before. */
const NEXT_KIND = /^\W*and\s+(?:some |an? )?\p{L}[\p{L} -]{2,30}\?\s*$/iu;

/** "And a holder with flowers". */
const ANOTHER = /^\W*and (?:also )?an? \p{L}+ (?:\p{L}+ )?(?:with|for|about) /iu;

/** Attributes whose conditions a message may take back, by its words after the words for that. */
const DROPS = rules(`
  year := year|years|decade|decades|date|dates|era|age|when
  genre := genre|genres|category|kind
  director := director|directors|who made
  ratings, rating := rating|ratings|rated|score|scores
  popularity := popularity|known|famous
  running_time := length|long|running time|duration|minutes
  similar := seed|seeds|similar|like
`);

/** "Never mind the year": the attributes whose conditions are taken back. */
const dropped = (said: Sentence): readonly string[] =>
  said.has(RULES.drops) ? DROPS.flatMap(([names, words]) => (said.has(words) ? names.split(', ') : [])) : [];

/** Where a message begins to wish for something else than before, in a sentence of its own; 0 where it does not. */
export function anewAt(text: string): number {
  const said = unlinked(text);
  const at = said.find(RULES.anew)?.from ?? 0;
  return said.tokens.slice(0, at).findLast(({ code }) => /^[.!?]$/u.test(code))?.end ?? 0;
}

/** True where a message changes the last request and makes no new one; by default a turn changes the last list. */
export function isChange(text: string, wishes: Wishes, last: EarlierTurn): boolean {
  const { conditions, compared, seeds, anchors, topics, excluded, seen, leftovers, liked, named, count } = wishes;
  const said = unlinked(text);
  if (said.has(RULES.anew)) return false;
  // "By the same director" is of all that there is.
  if (anchors.some(({ relation }) => relation === 'is' || relation === 'decade')) return false;
  // "Something romantic from the 20s?", after the oldest comedy, asks for no superlative.
  const { order, count: before } = draftOf(last.plan);
  const isOpen = /(?<!\p{L})(?:something|anything)(?!\p{L}| (?:else|more|newer|older|similar|like))/iu.test(text);
  if (isOpen && order !== null && before === 1 && wishes.order === null && conditions.length > 0) return false;
  // "The most expensive film you know of" is of all that there are.
  if (wishes.order !== null && said.has(RULES.ofAll)) return false;
  const isPlain = [conditions, compared, topics, leftovers, seeds, named].every(({ length }) => length === 0);
  if (isPlain && lengthFor(text, last) !== null) return true;
  // "And a card holder with flowers" is another thing.
  const others = [conditions, compared, excluded, seen, liked, wishes.order ?? [], count ?? []].flat();
  if (others.length === 0 && topics.length + leftovers.length > 0 && ANOTHER.test(text)) return false;
  if (dropped(said).length > 0 || said.has(RULES.startsAsChange)) return true;
  if (compared.length > 0 && seeds.length + anchors.length === 0) return true;
  // "Vegetarian ones" are of what was listed.
  if (last.items.length > 0 && said.has(RULES.ones)) return true;
  // A request for another kind of item starts over.
  const isAsking = ASKS.test(text.replaceAll(/something|best|top|tonight/giu, ''));
  const isKind = conditions.some(({ is, attribute }) => is !== undefined && !NUMBERS.has(attribute));
  if (isAsking && (topics.length > 0 || isKind)) return false;
  if (last.items.length > 0 && pointedAt(text, last.items.length) !== null) return true;
  const isRead = conditions.length + topics.length + excluded.length + (last.items.length > 0 ? seen.length : 0) > 0;
  const isMore = isRead || count !== null || (!isAsking && leftovers.length > 0) || wishes.order !== null;
  return isMore && seeds.length + liked.length + wishes.likedValues.length + named.length === 0;
}

/** "Make it ten", "newest first": the same list, longer, shorter or in another order. */
const isSameList = (said: Sentence, { count, order, ...wishes }: Wishes): boolean => {
  const { conditions, anchors, seeds, liked, disliked, excluded, seen, named, topics, compared } = wishes;
  const others = [conditions, anchors, seeds, liked, disliked, excluded, seen, named, topics, compared].flat();
  return (count !== null || order !== null) && others.length === 0 && !said.has(RULES.further);
};

/** Conditions of earlier turns that still hold, and kinds that others take the place of, are told: none is changed in silence. */
function changesTold(
  before: readonly Condition[],
  after: readonly Condition[],
  now: readonly Condition[],
  isNext: boolean,
): string[] {
  const held = after.filter(
    (one) => before.includes(one) && !now.includes(one) && one.attribute !== 'title' && one.attribute !== 'ratings',
  );
  const gone = before.filter((one) => isNext && one.is !== undefined && !after.includes(one));
  return [
    ...gone.map(({ attribute, is }) => `In place of ${attribute} ${is!.join(' or ')}.`),
    ...(held.length === 0 || now.length === 0
      ? []
      : [`Still: ${held.map(conditionWords).flatMap(plainCondition).join('; ')}.`]),
  ];
}

/** What the last request wanted, but for what this turn takes back and for what no text of the catalogue speaks of. */
function keptOf({ plan, problems }: EarlierTurn, attributes: readonly string[], forgotten: readonly string[]): Draft {
  const wanted = withoutDropped(draftOf(plan), attributes);
  // Beside other conditions it may only be that nothing satisfies all of them.
  const isBeside = wanted.conditions.some(({ attribute }) => attribute !== 'title');
  const topics = wanted.topics.filter((topic) => isBeside || !unspokenOf(problems).includes(topic));
  return { ...wanted, topics, conditions: withoutForgotten(wanted.conditions, forgotten) };
}

/** What this turn says of conditions, beside comparatives. A mood stands for several kinds: "less silly" of comedies leaves them comedies. */
function saidNow(
  said: Sentence,
  { conditions }: Wishes,
  before: readonly Condition[],
  taken: readonly string[],
): readonly Condition[] {
  const bound = readBound(said, before);
  const own = conditions
    .filter(({ attribute }) => !taken.includes(attribute))
    .map((one) => {
      const wanted = before.flatMap(({ attribute, is = [] }) => (attribute === one.attribute ? is : []));
      const isMood = one.not !== undefined && one.not.length > 1 && wanted.every((value) => one.not!.includes(value));
      return isMood ? { ...one, not: one.not.filter((value) => !wanted.includes(value)) } : one;
    });
  return bound === null ? own : [...own.filter(({ attribute }) => attribute !== bound.attribute), bound];
}

/** "Only under $30", "not the first": what was named and still fits stays; "others" and "newer" want what was not named. */
function leftOut(
  { turns }: DialogueView,
  said: Sentence,
  names: readonly string[],
  isOther: boolean,
  { compared }: Pick<Wishes, 'compared'>,
): readonly string[] {
  const isRefusing = names.length > 0 && said.has(REFUSES);
  const isAll = isRefusing && names.length >= (lastWithItems(turns)?.items.length ?? 0);
  if (compared.length > 0 || said.has(RULES.others) || isAll || (isOther && !isRefusing))
    return turns.flatMap(({ items }) => items.map(({ title }) => title));
  return isRefusing ? names : [];
}

/** "I liked the second", and no request besides. */
const isPraise = (text: string): boolean => LIKED_ONE.test(text) && !ASKS.test(text.replaceAll(/something/giu, ''));

/** Whether what is wanted now takes the place of what was wanted before. */
const takesPlace = (said: Sentence, text: string, { conditions, topics }: Wishes): boolean =>
  said.has(RULES.instead) ||
  ((said.has(RULES.kind) || NEXT_KIND.test(text)) && !said.has(RULES.too)) ||
  (/^\W*(?:no,? |not .*but )/iu.test(text) && (topics.length > 0 || conditions.some(({ is }) => is !== undefined)));

/** "From another author" is by anybody else. */
const byOthers = (before: readonly Condition[], { anchors }: Wishes): readonly Condition[] =>
  anchors.some(({ attribute, relation }) => relation === 'not' && attribute === 'director')
    ? before.filter(({ attribute, is }) => is === undefined || !PERSON.test(attribute))
    : before;

/** What it is to be about now, and the words that put in order. */
function subjectsOf(
  { topics, by }: Draft,
  now: readonly Condition[],
  said: Sentence,
  wishes: Wishes,
  isInstead: boolean,
  catalogue: DialogueView['catalogue'],
): Pick<Draft, 'topics' | 'by'> {
  const isOther = isInstead && wishes.topics.length > 0;
  const kept = isOther ? [] : withoutRefused(topics, now);
  // "Something easy" is no other subject than the one before, and where no text speaks of it it is told so.
  const isAdded = kept.length === 0 || catalogue.isDescribed || said.has(RULES.subject);
  const added = isAdded ? wishes.topics : [];
  const words = orderedBy(wishes, catalogue);
  return {
    // Where not all can be found together, the latest counts.
    topics: catalogue.isDescribed ? once([...added, ...kept]) : once([...kept, ...added]),
    // Words that put in order and are no subject give way to others.
    by: words === null ? by : once([...kept, words]).join(', '),
  };
}

/** "Newer, after 2005" says itself what it is newer than; how long a book is are its pages. */
const comparedStill = ({ compared }: Wishes, own: readonly Condition[]): Wishes['compared'] =>
  compared.filter(
    ({ attribute }) =>
      !own.some((one) => one.attribute === attribute || (attribute === 'running_time' && one.attribute === 'pages')),
  );

/** The plan of the last request with what this turn changes. */
export function change(view: DialogueView, text: string, wishes: Wishes, last: EarlierTurn): DialoguePlan {
  const said = unlinked(text);
  return (said.has(RULES.nextBest) ? nextOf(view.turns.at(-1)) : null) ?? changed(view, text, said, wishes, last);
}

function changed(view: DialogueView, text: string, said: Sentence, wishes: Wishes, last: EarlierTurn): DialoguePlan {
  const names = meantIn(view, said);
  const isMoreLike = names.length > 0 && said.has(RULES.moreLike) && !said.has(RULES.notLike);
  const isDisliking = DISLIKED_ONE.test(text);
  if (names.length > 0 && !isMoreLike && !isDisliking && isPraise(text))
    return { intent: 'tell-taste', steps: [], reply: '' };
  // What the catalogue cannot check was told once, and does not stand in the way of all that follows.
  const unchecked = last.problems.flatMap((one) => (one.type === 'attribute-unknown' ? one.attribute : []));
  const taken = dropped(said);
  // "And the latest?" is of all years.
  const isOfAll = /^(?:new|old)est$/u.test(wishes.order?.scheme ?? '') && said.has(RULES.opening);
  const ordered = reordered(draftOf(last.plan).order, wishes.order, text);
  const before = keptOf(last, [...taken, ...unchecked, ...(isOfAll ? ['year'] : [])], wishes.forgotten);
  const own = saidNow(said, wishes, before.conditions, taken);
  const compared = comparedStill(wishes, own);
  const against = comparison(view, said.has(RULES.tooMuch), compared, names);
  const now = [...own, ...against.conditions];
  const isNext = NEXT_KIND.test(text);
  const isInstead = takesPlace(said, text, wishes);
  const old = byOthers(before.conditions, wishes).filter(
    ({ attribute, is }) => !(isInstead && wishes.topics.length > 0 && attribute === 'text' && is !== undefined),
  );
  const held = withoutEnough(old, ordered, view.catalogue.enough);
  const conditions = merged(held, now, isInstead, against.conditions);
  const anchors = [...wishes.anchors, ...against.anchors];
  const isAbout = new Set([...now, ...anchors].map(({ attribute }) => attribute));
  // "Not The Sixth Sense" counts nothing.
  const longer = ordered === null && wishes.count === null ? lengthFor(linked(view).untitled(), last) : null;
  const isSame = longer !== null || isSameList(said, wishes);
  const shown = last.items.map(({ title }) => title);
  const isOfShown = wishes.count === null && shown.length > 1 && /(?<!\p{L})(?:them|these|those)(?!\p{L})/iu.test(text);
  const draft: Draft = {
    // "Put them in order of year" is of those that were shown.
    listed: isSame ? (isOfShown ? shown : before.listed) : null,
    anchors: [...before.anchors.filter(({ attribute }) => !isAbout.has(attribute)), ...anchors],
    conditions: heldOn(conditions, against.anchors, isSame && wishes.order !== null),
    seeds: isMoreLike ? names : wishes.seeds.length > 0 ? wishes.seeds : veinOf(before, now),
    ...subjectsOf(before, now, said, wishes, isInstead, view.catalogue),
    prefer: once([...before.prefer, ...wishes.liked]),
    unwanted: once([...before.unwanted, ...wishes.disliked, ...(isDisliking ? names : [])]),
    // All that were found are shown again.
    count: longer ?? wishes.count ?? (isSame && shown.length > 0 ? shown.length : before.count),
    order: ordered ?? before.order,
  };
  const { excluded, seen, named } = wishes;
  const isOther = isMoreLike || [now, wishes.topics, excluded, seen, wishes.leftovers].flat().length === 0;
  const left = [
    ...[...excluded, ...seen, ...named, ...wishes.anchors.map(({ title }) => title)],
    ...(isMoreLike ? before.seeds : []),
    ...(isSame && wishes.order !== null ? refusedBefore(view.turns) : []),
    ...(taken.length > 0 || isSame ? [] : leftOut(view, said, names, isOther, { compared })),
  ];
  const notes = [
    ...[...(last.items.length > 0 ? [] : unchecked), ...taken].map(
      (attribute) => `Without the condition on ${attribute.replaceAll('_', ' ')}, then.`,
    ),
    ...forgottenNote(wishes.forgotten),
    ...changesTold(before.conditions, conditions, now, isNext),
    ...against.notes,
    ...(taken.length > 0 ? [] : wishes.notes),
  ];
  const aside = taken.length > 0 || own.length > wishes.conditions.length ? [] : untold(wishes, draft, view.catalogue);
  return recommend(view, withoutSeen(draft, left), notes, aside);
}
