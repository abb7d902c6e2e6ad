/** @file A turn that changes the last request: "not that one, something newer", "more like the second", "only comedies". */
import { conditionWords } from '../../core/condition-words.ts';
import { plainCondition } from '../../trace/phrases/passed-steps.ts';
import type { Condition, DialoguePlan, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { readBound } from './amounts.ts';
import type { Compared } from './comparatives.ts';
import { unlinked } from './link.ts';
import type { ItemReference } from '../../core/task.ts';
import {
  changedConditions,
  dropped,
  forgottenNote,
  NUMBERS,
  readComparison,
  withoutDropped,
  withoutForgotten,
  withTitle,
} from './changes.ts';
import { draftOf, type Anchor, type Draft } from './draft.ts';
import { once } from './once.ts';
import { recommend, withoutSeen } from './personal.ts';
import { DISLIKED_ONE, lastWithItems, LIKED_ONE, pointedAt, readPlaces, REFUSES } from './pointing.ts';
import { grammar } from './vocabulary.ts';
import { orderedBy, untold, type Wishes } from './wishes.ts';

/** Words that ask for a recommendation. */
export const ASKS =
  /(?<!\p{L})(?:recommend\p{L}*|reccomend\p{L}*|recomend\p{L}*|suggest\p{L}*|sugest\p{L}*|propose|advise|something|anything|some ?thing|what (?:should|can|could|shall|would|do|to|else|other|films?|movies?|are)|what(?:'s| is) (?:a|an|some|the|good)|what(?:'?s)? (?:next|now|then)|others?(?=\W*$)|which (?:films?|movies?|ones?)|looking for|look for|searching for|search|i want|i'?d (?:like|love)|i would (?:like|love)|need (?:an?|some|another|one|two|three|\d)|i need|i fancy|give (?:me|us)|show (?:me|us)|find (?:me|us)|list|name|bring|got any|have you got|do you have|are there|is there|(?:ideas|suggestions|recommendations)(?=\W*$)|any (?:good|ideas?|suggestions?|films?|movies?|recommendations?|more|other)|more(?:,? please|\W*$)|comparable|start with|would (?:also |probably )?(?:like|enjoy|love) what|ideas? for|in the mood|fancy|feel like|similar|surprise me|bored|tonight|this evening|to watch|let'?s watch|want to (?:watch|see)|wanna|pick|choose|best|top)(?!\p{L})/iu;
const RULES = grammar(`
  startsAsChange := ^(<stop>)* (and|but|no|nope|nah|not|nor|only|just|also|add|swap|replace|((have|has|do|did|are|is) (you|we|there)+ (got|have)? (any|some|one|ones) (with|by|from|set|under|over|before|after|about|in))|or|what about|how about|make (it|them)|instead|(ok|okay) (,)? (but|and|now)|hmm|hm|more|another|other|others|none|neither|(<number>|one|two|three|four|five|ten|a few|some) (more|other|others)|too|less|(i (have)?)? (already)? (seen|watched|saw|know)|show (me)? (more|other|others)|next|without|newer|older|cheaper|(any|anything|something) (a bit|a little|slightly|much|rather|even)* (other|others|else|different|more|less|similar|with|newer|older|funnier|scarier|darker|lighter|sadder|happier|calmer|slower|faster|weirder|better|shorter|longer|cheaper)|something from|(the)? same|give me (more|other|others|another)|different|exclude|remove|forget|never mind|nevermind|drop|leave out|ignore|i meant|actually|rather|maybe|perhaps|then|now|even|try|(can|could) (it|they|you make)|what else)
  asksAnew := ^(<stop>|now|actually|ok)* (recommend|suggest|give me|show me|find) (?!(me)? (more|other|another|different))
  otherwise := instead|else|other ones|different ones|again|those|these|them|that (sort|kind)
  // A genre as a noun takes the place of another; as an adjective it comes on top.
  kind := comedy|comedies|drama|dramas|thriller|thrillers|western|westerns|musical|musicals|documentary|documentaries|cartoon|cartoons|(horror|sci fi|scifi|action|adventure|war|crime|fantasy|family) (film|films|movie|movies|one|ones)
  too := too|also|as well|both|at the same time|add|include|plus|mix|combine
  notLike := not <word>{0,2} like
  moreLike := more|similar|like|along the lines of
  // "Something easy" is no other subject than the one before.
  subject := about|for|with|on|set|instead|like|likes|love|loves
  // "And the latest?"
  opening := ^(<stop>)* (and|what about|how about)
  further := too|more|other|others|another|else|different|new
  instead := instead|rather|(what about|how about) (?!with)|actually|now|meant
  others := more|other|others|another|else|different|new ones|next|none|^(<stop>)* (no|nope|nah) <stop>* $|^(<stop>|that|they|it|these|those|is|are|'s|a bit|way|far)* too (<word>|<value>)|^(<stop>)* and (some|a|an|<count>)
  less := less
  single := it|that|this
`);
const says = (text: string, name: keyof typeof RULES): boolean => unlinked(text).find(RULES[name]) !== null;
/** "And horror?" asks for the next kind, in place of the one before. */
const NEXT_KIND = /^\W*and\s+(?:some |an? )?\p{L}[\p{L} -]{2,30}\?\s*$/iu;

const isKind = ({ attribute, is }: Condition): boolean => is !== undefined && !NUMBERS.has(attribute);

/** True where a message changes the last request and makes no new one. */
export function isChange(text: string, wishes: Wishes, last: EarlierTurn | undefined): boolean {
  if (last === undefined) return false;
  const { conditions, compared, seeds, anchors, topics, excluded, seen, leftovers, liked, named, count } = wishes;
  const isOther = compared.length > 0 || says(text, 'otherwise');
  // "By the same director" is of all that there is.
  if (anchors.some(({ relation }) => relation === 'is' || relation === 'decade')) return false;
  if (dropped(text).length > 0 && conditions.length === 0) return true;
  if (says(text, 'startsAsChange')) return isOther || !says(text, 'asksAnew');
  if (isOther && seeds.length + anchors.length === 0) return true;
  const isAsking = ASKS.test(text.replaceAll(/something|best|top|tonight/giu, ''));
  // By default a turn changes the last list; who asks for another kind of thing begins anew.
  const isNew = topics.length > 0 || conditions.some(isKind);
  if (last.items.length > 0 && pointedAt(text, last.items.length) !== null && !(isAsking && isNew)) return true;
  if (readBound(unlinked(text), draftOf(last.plan).conditions) !== null) return true;
  const isTaste = liked.length + wishes.likedValues.length + named.length > 0;
  const said =
    conditions.length +
    topics.length +
    excluded.length +
    (last.items.length > 0 ? seen.length : 0) +
    (isAsking ? 0 : leftovers.length);
  return (
    (said > 0 || count !== null || (wishes.order !== null && !isAsking)) &&
    seeds.length === 0 &&
    !isTaste &&
    !(isAsking && isNew)
  );
}

/** "I meant Heat (1995)", "no, Alien": the last plan with another title in place of the one that was read. */
export function correction({ turns, mentions }: DialogueView, text: string): DialoguePlan | null {
  const match =
    /^\W*(?:no,? )?(?:sorry,? )?(?:i (?:meant|mean|was talking about|was thinking of)|not .{2,60}?,? but)\s+/iu.exec(
      text,
    );
  const last = turns.findLast(({ plan: own }) => own.steps.length > 0);
  if (match === null || last === undefined) return null;
  const wanted = text.slice(match[0].length).replace(/[\s.!?]+$/u, '');
  const isTitle = mentions.some(({ start, titles }) => start >= match[0].length && titles.length > 0);
  const doubted = last.problems.find(({ type }) => type.startsWith('title-'));
  const draft = draftOf(last.plan);
  const written =
    doubted !== undefined && 'text' in doubted
      ? doubted.text
      : (draft.seeds[0] ?? draft.anchors[0]?.title ?? lookedUp(last.plan));
  if (written === undefined || (!isTitle && doubted === undefined)) return null;
  return withTitle(last.plan, written, wanted);
}

const lookedUp = ({ steps }: DialoguePlan): string | undefined => {
  const titles = steps.find(({ tool }) => tool === 'look-up')?.input['titles'];
  return Array.isArray(titles) ? String(titles[0]) : undefined;
};

/** The items of the list that are pointed at; after a question about one, "that" is the one that was asked about. */
function pointedItems({ turns }: DialogueView, text: string, { items }: EarlierTurn): readonly ItemReference[] {
  const about = turns.at(-1)?.about ?? [];
  const isSingle = says(text, 'single') && readPlaces(text) === null;
  const asked = isSingle ? items.filter(({ title }) => about.includes(title)) : [];
  return asked.length > 0 ? asked : (pointedAt(text, items.length) ?? []).flatMap((place) => items[place] ?? []);
}

/** "Make it ten", "newest first": the same list, longer, shorter or in another order. */
const isSameList = (text: string, { count, order, ...wishes }: Wishes): boolean => {
  const { conditions, anchors, seeds, liked, disliked, excluded, seen, named, topics, compared } = wishes;
  const others = [conditions, anchors, seeds, liked, disliked, excluded, seen, named, topics, compared].flat();
  return (count !== null || order !== null) && others.length === 0 && !says(text, 'further');
};

/** "I liked the second", and no request besides. */
const isPraise = (text: string): boolean =>
  LIKED_ONE.test(text) && !DISLIKED_ONE.test(text) && !ASKS.test(text.replaceAll(/something/giu, ''));

/** Whether what is wanted now takes the place of what was wanted before. */
const isInstead = (text: string, { conditions }: Wishes): boolean =>
  says(text, 'instead') ||
  ((says(text, 'kind') || NEXT_KIND.test(text)) && !says(text, 'too')) ||
  conditions.some(({ is }) => is !== undefined && /^\W*(?:no,? |not .*but )/iu.test(text));

/** "Only under $30", "not the first": what was named and still fits stays; "others" and "newer" want what was not named. */
function leftOut(
  text: string,
  names: readonly string[],
  listed: number,
  isOther: boolean,
  compared: readonly Compared[],
  shown: readonly ItemReference[],
): readonly string[] {
  const isRefusing = names.length > 0 && unlinked(text).has(REFUSES);
  const isNarrowed = compared.length === 0 && !says(text, 'others') && (isRefusing ? names.length < listed : !isOther);
  if (!isNarrowed) return shown.map(({ title }) => title);
  return isRefusing ? names : [];
}

/** Conditions of earlier turns that still hold are told, so that none is carried in silence. */
function stillHeld(
  before: readonly Condition[],
  conditions: readonly Condition[],
  now: readonly Condition[],
): readonly string[] {
  const held = conditions.filter(
    (one) => before.includes(one) && !now.includes(one) && one.attribute !== 'title' && one.attribute !== 'ratings',
  );
  if (held.length === 0 || now.length === 0) return [];
  return [`Still: ${held.map(conditionWords).flatMap(plainCondition).join('; ')}.`];
}

/** What is said of the kinds that the next one takes the place of. */
const replaced = (text: string, before: readonly Condition[], now: readonly Condition[]): readonly string[] =>
  !NEXT_KIND.test(text)
    ? []
    : before.flatMap((one) =>
        one.is === undefined || now.includes(one) ? [] : [`In place of ${one.attribute} ${one.is.join(' or ')}.`],
      );

const withoutNote = (attribute: string): string => `Without the condition on ${attribute.replaceAll('_', ' ')}, then.`;

/** What the last request wanted, but for what no text of the catalogue speaks of. */
function withKnownTopics({ plan, problems }: EarlierTurn): Draft {
  const wanted = draftOf(plan);
  const unknown = problems.flatMap((one) => (one.type === 'text-unknown' ? one.text : []));
  return { ...wanted, topics: wanted.topics.filter((topic) => !unknown.includes(topic)) };
}

/** "A bit longer" of short ones goes beyond what "short" was read as. */
const isBeyond = ({ attribute, relation }: Anchor, { attribute: bound, from, to }: Condition): boolean =>
  bound === attribute &&
  (relation === 'after' ? from : to) === undefined &&
  (relation === 'after' ? to : from) !== undefined;

/** What this turn says of conditions, beside comparatives, and the note of those that it takes back. */
function saidNow(text: string, wishes: Wishes, before: Draft, taken: readonly string[]): readonly Condition[] {
  const wantedOf = (name: string): readonly string[] =>
    before.conditions.flatMap(({ attribute, is = [] }) => (attribute === name ? is : []));
  const bound = readBound(unlinked(text), before.conditions);
  // "Less silly" of comedies leaves them comedies, for a mood stands for several kinds; "too silly" of horror comedies leaves the horror.
  const own = wishes.conditions
    .filter(({ attribute }) => !taken.includes(attribute))
    .map((one) => {
      const [wanted, not = []] = [wantedOf(one.attribute), one.not];
      const isLess = says(text, 'less') || wanted.every((value) => not.includes(value));
      return not.length > 1 && isLess ? { ...one, not: not.filter((value) => !wanted.includes(value)) } : one;
    });
  return bound === null ? own : [...own.filter(({ attribute }) => attribute !== bound.attribute), bound];
}

/** The plan of the last request with what this turn changes. */
export function change(view: DialogueView, text: string, wishes: Wishes, last: EarlierTurn): DialoguePlan {
  const pointed = pointedItems(view, text, last);
  const names = pointed.map(({ title }) => title);
  const isMoreLike = pointed.length > 0 && says(text, 'moreLike') && !says(text, 'notLike');
  if (pointed.length > 0 && !isMoreLike && isPraise(text)) return { intent: 'tell-taste', steps: [], reply: '' };
  // What the catalogue cannot check was told once, and does not stand in the way of all that follows.
  const unchecked = last.problems.flatMap((one) => (one.type === 'attribute-unknown' ? one.attribute : []));
  const taken = dropped(text);
  // "And the latest?" is of all years.
  const isDated = wishes.order?.scheme === 'newest' || wishes.order?.scheme === 'oldest';
  const years = isDated && says(text, 'opening') ? ['year'] : [];
  const kept = withoutDropped(withKnownTopics(last), [...taken, ...unchecked, ...years]);
  const before = { ...kept, conditions: withoutForgotten(kept.conditions, wishes.forgotten) };
  // Where the last request found nothing, "newer" is newer than what was found before it.
  const about = pointed.length > 0 ? pointed : (lastWithItems(view.turns)?.items ?? []);
  const comparison = readComparison(wishes.compared, about, view.catalogue.years);
  const own = saidNow(text, wishes, before, taken);
  const now = [...own, ...comparison.conditions];
  const isNow = isInstead(text, wishes);
  const by = orderedBy(wishes, view.catalogue);
  const conditions = changedConditions(before.conditions, now, isNow, comparison.conditions);
  const anchors = [...wishes.anchors, ...comparison.anchors];
  const isAbout = new Set([...now, ...anchors].map(({ attribute }) => attribute));
  const draft: Draft = {
    ...before,
    listed: isSameList(text, wishes) ? before.listed : null,
    anchors: [...before.anchors.filter(({ attribute }) => !isAbout.has(attribute)), ...anchors],
    conditions: conditions.filter((one) => !comparison.anchors.some((anchor) => isBeyond(anchor, one))),
    seeds: isMoreLike ? names : wishes.seeds.length > 0 ? wishes.seeds : before.seeds,
    topics: once([
      ...(isNow && wishes.topics.length > 0 ? [] : before.topics),
      ...(before.topics.length > 0 && !says(text, 'subject') ? [] : wishes.topics),
    ]),
    prefer: once([...before.prefer, ...wishes.liked]),
    unwanted: once([...before.unwanted, ...wishes.disliked, ...(DISLIKED_ONE.test(text) ? names : [])]),
    count: wishes.count ?? before.count,
    order: wishes.order ?? before.order,
    by: by === null ? before.by : once([...(isNow ? [] : (before.by?.split(', ') ?? before.topics)), by]).join(', '),
  };
  const understood = [now, wishes.topics, wishes.excluded, wishes.seen, wishes.leftovers].flat();
  const isOther = isMoreLike || understood.length === 0;
  const shown = view.turns.flatMap(({ items }) => items);
  const isSame = taken.length > 0 || isSameList(text, wishes);
  const left = [
    ...[wishes.excluded, wishes.seen, wishes.named, wishes.anchors.map(({ title }) => title)].flat(),
    ...(isSame ? [] : leftOut(text, names, last.items.length, isOther, wishes.compared, shown)),
  ];
  const notes = [
    ...[...(last.items.length > 0 ? [] : unchecked), ...taken].map(withoutNote),
    ...forgottenNote(wishes.forgotten),
    ...replaced(text, before.conditions, conditions),
    ...stillHeld(before.conditions, conditions, now),
    ...comparison.notes,
    ...(taken.length > 0 ? [] : wishes.notes),
  ];
  const isRead = taken.length > 0 || own.length > wishes.conditions.length;
  return recommend(view, withoutSeen(draft, left), notes, isRead ? [] : untold(wishes, draft, view.catalogue));
}
