/** @file Requests: new ones, changes of the last one, and statements of taste. */
import { undated } from '../../core/title-with-year.ts';
import type {
  CatalogueOutline,
  DialoguePlan,
  DialogueView,
  EarlierTurn,
  Intent,
  PlanStep,
} from '../../core/dialogue.ts';
import { anewAt, ASKS, change, isChange } from './change.ts';
import { forgottenNote } from './merged.ts';
import { correction } from './corrected.ts';
import { abilities } from './talk.ts';
import { draftOf, EMPTY_DRAFT, type Draft } from './draft.ts';
import { edited } from './edited.ts';
import { isForeign } from './language.ts';
import { FACT_QUESTION, NOUN, OWNED } from './lexicon.ts';
import { once } from './once.ts';
import { refusedBefore } from './pointing.ts';
import { likedTogether, recommend, withoutSeen } from './personal.ts';
import { nearestNote } from './topics.ts';
import { orderedBy, readWishes, untold, type Wishes } from './wishes.ts';

/** A turn as tool calls, or in words that are the whole answer. */
export const plan = (intent: Intent, steps: readonly PlanStep[], reply = ''): DialoguePlan => ({
  intent,
  steps,
  reply,
});

/** What a turn may change: lists, counts and what could not be checked; one that found nothing is no base for the next. */
const isBase = ({ items, problems, plan: { steps } }: EarlierTurn): boolean =>
  items.length > 0 ||
  steps.some(({ tool, input }) => tool === 'look-up' && input['conditions'] !== undefined) ||
  (steps.length > 0 && problems.some(({ type }) => type === 'attribute-unknown'));

/** What was chosen among was found by an earlier request, which is what a change goes on from. */
function withRequest({ turns }: DialogueView, last: EarlierTurn | undefined): EarlierTurn | undefined {
  if (last?.plan.intent !== 'choose') return last;
  const { listed } = draftOf(last.plan);
  const asked = turns.findLast(
    ({ plan: own, items }) =>
      own.intent === 'recommend' && listed?.every((title) => items.some((item) => item.title === title)) === true,
  );
  return asked === undefined ? last : { ...last, plan: asked.plan };
}

/** "More like this", after a question about an item; what the message itself names comes before that. */
function likened({ turns }: DialogueView, { isSimilar, liked, named }: Wishes): readonly string[] {
  if (!isSimilar || liked.length > 0) return [];
  return named.length > 0 ? named : (turns.at(-1)?.about ?? []);
}

/** Plans a message that asks no question. */
export function request(whole: DialogueView): DialoguePlan {
  // "Ok, Petco. Can I get a Visa card too?"
  const anew = whole.turns.length > 0 ? anewAt(whole.text) : 0;
  return requested(anew === 0 ? whole : { ...whole, ...edited(whole, [0, anew], '') });
}

function requested(view: DialogueView): DialoguePlan {
  const text = view.text.trim();
  const isNamed = view.mentions.some(
    ({ start, end, titles }) => titles.length > 0 && / /u.test(text.slice(start, end)),
  );
  if (isForeign(text) && !isNamed)
    return plan('unclear', [], `I read English only, and did not understand that. ${abilities(view.catalogue)}`);
  const last = withRequest(view, view.turns.findLast(isBase));
  if (isMoreOfNothing(view, text, last))
    return plan('unclear', [], 'That found none, so there is no more of it. Say what I may drop.');
  const read = readWishes(view);
  const now = last !== undefined && isChange(text, read, last) ? spokenOf(read, view.catalogue) : null;
  const answer = correction(view) ?? (now === null ? likeNothing(view, read) : change(view, text, now, last!));
  if (answer !== null) return answer;
  const wishes = byMeaning(read, view.catalogue, text);
  if (wishes.forgotten.length > 0 && wishes.conditions.length === 0)
    return plan('chit-chat', [], `${forgottenNote(wishes.forgotten).join(' ')} What would you like instead?`);
  const { anchors, conditions, topics, liked, disliked, excluded, seen, named, leftovers } = wishes;
  const about = likened(view, wishes);
  const seeds = wishes.seeds.length > 0 ? wishes.seeds : about;
  const isAsking = ASKS.test(text) || seeds.length + anchors.length > 0;
  const tastes = liked.length + disliked.length + wishes.likedValues.length + wishes.dislikedValues.length;
  const fromTaste = wishes.likedValues.length + wishes.dislikedValues.length;
  // "I love westerns, but no western today" asks for something else.
  const isExcepted = conditions.some(({ attribute, not = [] }) =>
    not.some((value) => wishes.likedValues.includes(`${attribute}: ${value}`)),
  );
  const isTasteAlone = conditions.length <= fromTaste && topics.length === 0 && !isExcepted;
  if (!isAsking && tastes > 0 && isTasteAlone) return plan('tell-taste', unknownOf(view, wishes));
  if (!isAsking && seen.length > 0 && conditions.length === 0) return noted(seen);
  if (!isAsking && FACT_QUESTION.test(text) && leftovers.length > 0) return unclear(view, wishes);
  const isNaming = named.length > 0 && wishes.leftovers.length === 0 && text.split(/\s+/u).length <= 12;
  if (!isAsking && conditions.length + topics.length === 0 && isNaming)
    return plan('ask-about-item', [{ tool: 'look-up', input: { titles: [...named] } }]);
  const isWanting =
    isAsking || wishes.order !== null || conditions.length + topics.length > 0 || NAMES_ITEMS.test(text);
  const said = seeds.length + anchors.length + conditions.length + topics.length + named.length + tastes;
  if (!isWanting || (said === 0 && !isOpenRequest(text, wishes))) return unclear(view, wishes);
  // "DROP TABLE items": a word that is a title too, among others that mean nothing.
  if (!isAsking && said === named.length && leftovers.length > 0) return unclear(view, wishes);
  const isOpen = seeds.length === 0 && !/(?<!\p{L})(?:by|with|of)(?!\p{L})/iu.test(text);
  const { order } = wishes;
  const count = order === null && OWNED.test(text) ? (wishes.count ?? MOST_OWNED) : wishes.count;
  const [like] = [...seeds, ...liked];
  const draft: Draft = {
    ...EMPTY_DRAFT,
    ...{ topics, count, order, unwanted: disliked, by: orderedBy(wishes, view.catalogue) },
    // "Like Star Wars but older": older than that.
    anchors:
      anchors.length > 0 || like === undefined ? anchors : wishes.compared.map((one) => ({ ...one, title: like })),
    seeds: once([...seeds, ...(isOpen ? named : [])]),
    conditions: likedTogether(conditions, wishes.likedValues),
    // Who names what they have seen tells their taste too (Huang and others 2023, section 3.1, the example).
    prefer: liked.length + seeds.length > 0 ? liked : seen.filter((title) => !disliked.includes(title)),
  };
  const left = [...refusedBefore(view.turns), ...excluded, ...seen, ...anchors.map(({ title }) => title)];
  // A title that has no part in the wish is told, or looked for in texts.
  const aside = isOpen || seeds.length > 0 ? [] : named.filter((title) => !left.includes(title));
  const spoken = view.catalogue.isDescribed ? aside : [];
  return recommend(view, withoutSeen({ ...draft, topics: [...topics, ...spoken] }, left), wishes.notes, [
    ...untold(wishes, draft, view.catalogue),
    ...(spoken.length > 0 ? [] : aside),
  ]);
}

/** What somebody has seen is looked up, so that later turns know it (pointing.ts). */
const noted = (seen: readonly string[]): DialoguePlan => {
  const known: PlanStep = { tool: 'look-up', input: { titles: [...seen], facts: ['year'] } };
  return plan('tell-taste', [known], `I leave out what was seen: ${seen.join(' and ')}.`);
};

/** As many of them as can be read. */
const MOST_OWNED = 10;

const NAMES_ITEMS = new RegExp(`(?<!\\p{L})${NOUN}(?!\\p{L})`, 'iu');

/** "More", after a request that found nothing. */
function isMoreOfNothing({ turns }: DialogueView, text: string, found: EarlierTurn | undefined): boolean {
  const latest = turns.at(-1);
  const isMore = /^\W*(?:(?:some|any|show me|give me) )?(?:more|others?|another)(?: one| please)?\W*$/iu.test(text);
  return isMore && latest !== undefined && latest !== found && latest.plan.intent === 'recommend';
}

/** "Something like it", where nothing was named. */
function likeNothing(view: DialogueView, wishes: Wishes): DialoguePlan | null {
  const { seeds, liked, named, conditions, isSimilar } = wishes;
  const isBare = [seeds, liked, named, conditions, likened(view, wishes)].flat().length === 0;
  return isSimilar && isBare
    ? plan('unclear', [], `Like which ${view.catalogue.itemNoun}? Name one that the catalogue has.`)
    : null;
}

/** Titles that the catalogue does not have as they are written: looked up, so that this is told. */
function unknownOf({ mentions, text }: DialogueView, { liked, disliked }: Wishes): readonly PlanStep[] {
  const known = new Set(
    mentions.flatMap(({ titles, start, end }) => (titles.length > 0 ? [text.slice(start, end)] : [])),
  );
  const unknown = [...liked, ...disliked].filter((title) => !known.has(undated(title)));
  return unknown.length === 0 ? [] : [{ tool: 'look-up', input: { titles: unknown, facts: ['year'] } }];
}

const isUnlinked = ({ conditions, topics, seeds, liked, disliked, anchors, compared }: Wishes): boolean =>
  !conditions.some(({ is, not, attribute }) => is ?? not ?? attribute === 'year') &&
  [topics, seeds, liked, disliked, anchors, compared].every(({ length }) => length === 0);

/** "He has a PlayStation", after a list: what is said of somebody and nothing else is what it should be about too. */
const spokenOf = (wishes: Wishes, { isDescribed }: CatalogueOutline): Wishes =>
  isDescribed &&
  wishes.leftovers.length > 0 &&
  isUnlinked(wishes) &&
  wishes.conditions.length === 0 &&
  wishes.order === null &&
  wishes.count === null
    ? { ...wishes, topics: wishes.leftovers, leftovers: [] }
    : wishes;

/** Where nothing of a wish was linked, its words are looked for by meaning, which is told. */
function byMeaning(wishes: Wishes, { isDescribed }: CatalogueOutline, text: string): Wishes {
  const { leftovers } = wishes;
  const isAsked = !/[{}<>\]]/u.test(text) && (isDescribed ? !FACT_QUESTION.test(text) : ASKS.test(text));
  if (!isUnlinked(wishes) || leftovers.length === 0 || !isAsked) return wishes;
  const topic = leftovers.join(' ').slice(0, 200);
  return {
    ...wishes,
    topics: [topic],
    order: isDescribed ? wishes.order : null,
    leftovers: [],
    notes: [...wishes.notes, nearestNote(topic, true)],
  };
}

/** "Something for tonight" asks for anything; "blorp the gromit" for nothing that is understood. */
const isOpenRequest = (text: string, { count, order }: Wishes): boolean =>
  !/[{}<>\]]/u.test(text) &&
  (ASKS.test(text) || /(?<!\p{L})(?:films?|movies?)(?!\p{L})/iu.test(text) || count !== null || order !== null);

function unclear({ catalogue }: DialogueView, { leftovers }: Wishes): DialoguePlan {
  const what = leftovers[0] === undefined ? 'that' : `"${leftovers[0].slice(0, 80)}"`;
  return plan('unclear', [], `I do not understand ${what}. ${abilities(catalogue)}`);
}
