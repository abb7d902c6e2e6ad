/** @file A turn that changes the last request: "not that one, something newer", "more like the second", "only comedies". */
import { conditionWords } from '../../core/condition-words.ts';
import type { Condition, DialoguePlan, DialogueView, EarlierTurn } from '../../core/dialogue.ts';
import { readBound } from './amounts.ts';
import type { Compared } from './comparatives.ts';
import { unlinked } from './link.ts';
import type { ItemReference } from '../../core/task.ts';
import { changedConditions, dropped, NUMBERS, readComparison, withoutDropped, withTitle } from './changes.ts';
import { forgottenNote, withoutForgotten } from './forgotten.ts';
import { draftOf, type Draft } from './draft.ts';
import { once } from './once.ts';
import { recommend, withoutSeen } from './personal.ts';
import { DISLIKED_ONE, lastWithItems, LIKED_ONE, pointedAt, readPlaces } from './pointing.ts';
import { orderedBy, untold, type Wishes } from './wishes.ts';

/** Words that ask for a recommendation. */
export const ASKS =
  /(?<!\p{L})(?:recommend\p{L}*|reccomend\p{L}*|recomend\p{L}*|suggest\p{L}*|sugest\p{L}*|propose|advise|something|anything|some ?thing|what (?:should|can|could|shall|would|do|to|else|other|films?|movies?|are)|what(?:'s| is) (?:a|an|some|the|good)|what(?:'?s)? (?:next|now|then)|others?(?=\W*$)|which (?:films?|movies?|ones?)|looking for|look for|searching for|search|i want|i'?d (?:like|love)|i would (?:like|love)|need (?:an?|some|another|one|two|three|\d)|i need|i fancy|give (?:me|us)|show (?:me|us)|find (?:me|us)|list|name|bring|got any|have you got|do you have|are there|is there|(?:ideas|suggestions|recommendations)(?=\W*$)|any (?:good|ideas?|suggestions?|films?|movies?|recommendations?|more|other)|more(?:,? please|\W*$)|comparable|start with|would (?:also |probably )?(?:like|enjoy|love) what|ideas? for|in the mood|fancy|feel like|similar|surprise me|bored|tonight|this evening|to watch|let'?s watch|want to (?:watch|see)|wanna|pick|choose|best|top)(?!\p{L})/iu;
const STARTS_AS_CHANGE =
  /^\W*(?:and|but|no|nope|nah|not|only|just|also|or|what about|how about|make (?:it|them)|instead|ok(?:ay)?,? (?:but|and|now)|hmm+|more|another|others?|none|neither|(?:\d+|one|two|three|four|five|ten|a few|some) (?:more|others?)|too|less|i(?:'ve| have)? (?:already )?(?:seen|watched|saw|know)|already (?:seen|know)|seen|show (?:me )?(?:more|others|other)|next|without|newer|older|cheaper|any(?:thing)? (?:others?|more|else|newer|older|funnier|scarier|better|shorter|longer)|something (?:else|newer|older|different|more|less|funnier|scarier|lighter|shorter|longer|better|similar|from|with)|the same|same|give me (?:more|others|other|another)|different|exclude|remove|forget|never ?mind|drop|leave out|ignore|i meant|actually|rather|maybe|perhaps|then|now|even|try|can (?:it|they|you make)|could (?:it|they|you make)|what else|anything else)(?!\p{L})/iu;
const OTHERWISE =
  /(?<!\p{L})(?:instead|else|other ones|different ones|again|those|these|them|that (?:sort|kind))(?!\p{L})/iu;
/** A genre as a noun takes the place of another; as an adjective it comes on top. */
const KIND =
  /(?<!\p{L})(?:comed(?:y|ies)|dramas?|thrillers?|westerns?|musicals?|documentar(?:y|ies)|cartoons?|(?:horror|sci-?fi|action|adventure|war|crime|fantasy|family) (?:films?|movies?|ones?))(?!\p{L})/iu;
/** "And horror?" asks for the next kind, in place of the one before. */
const NEXT_KIND = /^\W*and\s+(?:some |an? )?\p{L}[\p{L} -]{2,30}\?\s*$/iu;
const TOO = /(?<!\p{L})(?:too|also|as well|both|at the same time)(?!\p{L})/iu;
const NOT_LIKE = /(?<!\p{L})(?:not|don'?t|didn'?t)(?: \p{L}+){0,2} like/iu;
const MORE_LIKE = /(?<!\p{L})(?:more |similar|like|along the lines of)(?!\p{L})/iu;

const isKind = ({ attribute, is }: Condition): boolean => is !== undefined && !NUMBERS.has(attribute);

/** "Something easy" is no other subject than the one before. */
const NAMES_SUBJECT = /(?<!\p{L})(?:about|for|with|on|set|instead|likes?|loves?)(?!\p{L})/iu;
/** "And the latest?" */
const OPENING = /^\W*(?:and|what about|how about) /iu;

/** True where a message changes the last request and makes no new one. */
export function isChange(text: string, wishes: Wishes, last: EarlierTurn | undefined): boolean {
  if (last === undefined) return false;
  const { conditions, compared, seeds, anchors, topics, excluded, leftovers, liked, named, count } = wishes;
  const isOther = compared.length > 0 || OTHERWISE.test(text);
  // "By the same director" is of all that there is.
  if (anchors.some(({ relation }) => relation === 'is' || relation === 'decade')) return false;
  if (STARTS_AS_CHANGE.test(text))
    return (
      isOther ||
      !/^\W*(?:now|actually|ok)?[, ]*(?:recommend|suggest|give me|show me|find) (?!more|other|another|different|me (?:more|other|another|different))/iu.test(
        text,
      )
    );
  if (isOther && seeds.length + anchors.length === 0) return true;
  const isAsking = ASKS.test(text.replaceAll(/something|best|top|tonight/giu, ''));
  // By default a turn changes the last list; who asks for another kind of thing begins anew.
  const isNew = topics.length > 0 || conditions.some(isKind);
  if (last.items.length > 0 && pointedAt(text, last.items.length) !== null && !(isAsking && isNew)) return true;
  if (readBound(unlinked(text), draftOf(last.plan).conditions) !== null) return true;
  const isTaste = liked.length + wishes.likedValues.length + named.length > 0;
  const said = conditions.length + topics.length + excluded.length + (isAsking ? 0 : leftovers.length);
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
function pointedItems(
  { turns }: DialogueView,
  text: string,
  places: readonly number[] | null,
  { items }: EarlierTurn,
): readonly ItemReference[] {
  const about = turns.at(-1)?.about ?? [];
  const isSingle = /(?<!\p{L})(?:it|that|this)(?: one)?(?!\p{L})/iu.test(text) && readPlaces(text) === null;
  const asked = isSingle ? items.filter(({ title }) => about.includes(title)) : [];
  return asked.length > 0 ? asked : (places ?? []).flatMap((place) => items[place] ?? []);
}

const FURTHER = /(?<!\p{L})(?:too|more|others?|another|else|different|new)(?!\p{L})/iu;
/** "Make it ten", "newest first": the same list, longer, shorter or in another order. */
const isSameList = (text: string, { count, order, ...wishes }: Wishes): boolean => {
  const { conditions, anchors, seeds, liked, disliked, excluded, seen, named, topics, compared } = wishes;
  const others = [conditions, anchors, seeds, liked, disliked, excluded, seen, named, topics, compared];
  return (count !== null || order !== null) && others.every(({ length }) => length === 0) && !FURTHER.test(text);
};

/** "I liked the second", and no request besides. */
const isPraise = (text: string): boolean =>
  LIKED_ONE.test(text) && !DISLIKED_ONE.test(text) && !ASKS.test(text.replaceAll(/something/giu, ''));

/** Whether what is wanted now takes the place of what was wanted before. */
const isInstead = (text: string, { conditions }: Wishes): boolean =>
  /(?<!\p{L})(?:instead|rather|what about|how about|actually|now|meant)(?!\p{L})/iu.test(text) ||
  ((KIND.test(text) || NEXT_KIND.test(text)) && !TOO.test(text)) ||
  conditions.some(({ is }) => is !== undefined && /^\W*(?:no,? |not .*but )/iu.test(text));

const REFUSES =
  /(?<!\p{L})(?:not|no|without|except|but|skip|drop|leave out|remove|seen|watched|read|know|own|have)(?!\p{L})/iu;
const OTHERS =
  /(?<!\p{L})(?:too|more|others?|another|else|different|new ones|again|next|none|any of (?:them|these|those)|all of (?:them|these|those)|seen|instead|what about|how about|make)(?!\p{L})/iu;

/** "Only under $30", "not the first": what was named and still fits stays; "others" and "newer" want what was not named. */
function leftOut(
  text: string,
  names: readonly string[],
  listed: number,
  isOther: boolean,
  compared: readonly Compared[],
  shown: readonly ItemReference[],
): readonly string[] {
  const isRefusing = names.length > 0 && REFUSES.test(text);
  const isNarrowed = compared.length === 0 && !OTHERS.test(text) && (isRefusing ? names.length < listed : !isOther);
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
  return [`Still: ${held.map(conditionWords).join('; ')}.`];
}

/** What is said of the kinds that the next one takes the place of. */
const replaced = (text: string, before: readonly Condition[], now: readonly Condition[]): readonly string[] =>
  !NEXT_KIND.test(text)
    ? []
    : before.flatMap((one) =>
        one.is === undefined || now.includes(one) ? [] : [`In place of ${one.attribute} ${one.is.join(' or ')}.`],
      );

const withoutNote = (attribute: string): string => `Without the condition on ${attribute.replaceAll('_', ' ')}, then.`;

const uncheckedBy = (problem: EarlierTurn['problems'][number]): readonly string[] =>
  problem.type === 'attribute-unknown' ? [problem.attribute] : [];

/** Where the last request found nothing, "newer" is newer than what was found before it. */
const lastFound = ({ turns }: DialogueView): readonly ItemReference[] => lastWithItems(turns)?.items ?? [];

/** What the last request wanted, but for what no text of the catalogue speaks of. */
function withKnownTopics({ plan, problems }: EarlierTurn): Draft {
  const wanted = draftOf(plan);
  const isUnknown = (topic: string): boolean =>
    problems.some((one) => one.type === 'text-unknown' && one.text === topic);
  return { ...wanted, topics: wanted.topics.filter((topic) => !isUnknown(topic)) };
}

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
      const isLess = /(?<!\p{L})less(?!\p{L})/iu.test(text) || wanted.every((value) => not.includes(value));
      return not.length > 1 && isLess ? { ...one, not: not.filter((value) => !wanted.includes(value)) } : one;
    });
  return bound === null ? own : [...own, bound];
}

/** The plan of the last request with what this turn changes. */
export function change(view: DialogueView, text: string, wishes: Wishes, last: EarlierTurn): DialoguePlan {
  const pointed = pointedItems(view, text, pointedAt(text, last.items.length), last);
  const names = pointed.map(({ title }) => title);
  const isMoreLike = pointed.length > 0 && MORE_LIKE.test(text) && !NOT_LIKE.test(text);
  if (pointed.length > 0 && !isMoreLike && isPraise(text)) return { intent: 'tell-taste', steps: [], reply: '' };
  // What the catalogue cannot check was told once, and does not stand in the way of all that follows.
  const unchecked = last.problems.flatMap(uncheckedBy);
  const taken = dropped(text);
  // "And the latest?" is of all years.
  const isDated = wishes.order?.scheme === 'newest' || wishes.order?.scheme === 'oldest';
  const years = isDated && OPENING.test(text) ? ['year'] : [];
  const kept = withoutDropped(withKnownTopics(last), [...taken, ...unchecked, ...years]);
  const before = { ...kept, conditions: withoutForgotten(kept.conditions, wishes.forgotten) };
  const comparison = readComparison(
    wishes.compared,
    pointed.length > 0 ? pointed : lastFound(view),
    view.catalogue.years,
  );
  const own = saidNow(text, wishes, before, taken);
  const now = [...own, ...comparison.conditions];
  const isNow = isInstead(text, wishes);
  const conditions = changedConditions(before.conditions, now, isNow, comparison.conditions);
  const isAbout = new Set([...now, ...wishes.anchors, ...comparison.anchors].map(({ attribute }) => attribute));
  const draft: Draft = {
    ...before,
    listed: null,
    anchors: [
      ...before.anchors.filter(({ attribute }) => !isAbout.has(attribute)),
      ...wishes.anchors,
      ...comparison.anchors,
    ],
    conditions,
    seeds: isMoreLike ? names : wishes.seeds.length > 0 ? wishes.seeds : before.seeds,
    topics: once([
      ...(isNow && wishes.topics.length > 0 ? [] : before.topics),
      ...(before.topics.length > 0 && !NAMES_SUBJECT.test(text) ? [] : wishes.topics),
    ]),
    prefer: once([...before.prefer, ...wishes.liked]),
    unwanted: once([...before.unwanted, ...wishes.disliked, ...(DISLIKED_ONE.test(text) ? names : [])]),
    count: wishes.count ?? before.count,
    order: wishes.order ?? before.order,
    by: [before.by ?? [], orderedBy(wishes, view.catalogue) ?? []].flat().join(', ') || null,
  };
  const isOther =
    isMoreLike || now.length + wishes.topics.length === 0 || (/^\W*and(?!\p{L})/iu.test(text) && own.some(isKind));
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
