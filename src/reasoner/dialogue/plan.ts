/**
 * @file Plans a turn: from a message and what came before to tool calls. Rules, in this order: an answer to what was asked back; talk;
 * starting over; why an item was named; a choice among listed items; a question; a request, new or a change of the last one; a
 * statement of taste. What fits none of them is said not to be understood.
 */
import type { DialoguePlan, DialogueView, Intent, PlanStep } from '../../core/dialogue.ts';
import type { ItemReference } from '../../core/task.ts';
import { answered, YES } from './changes.ts';
import { aboutMe, saidSoFar } from './about-me.ts';
import { catalogueQuestion } from './catalogue-questions.ts';
import { inCatalogueTerms } from './catalogue-terms.ts';
import { abilities, chat } from './chit-chat.ts';
import { readComparisonQuestion } from './compare.ts';
import { continued } from './continuation.ts';
import { draftOf, EMPTY_DRAFT, stepsOf } from './draft.ts';
import { COUNT, GENRE_WORDS, tellingWords } from './lexicon.ts';
import { readListed } from './listed.ts';
import { once } from './once.ts';
import { knownValues, withProfile } from './personal.ts';
import { lastWithItems, pointedAt, readPick, readPlaces } from './pointing.ts';
import { readFollowUpQuestion, readItemQuestion } from './questions.ts';
import { request } from './request.ts';
import { Scan } from './scan.ts';
import { respelt } from './spelling.ts';
import { TitleReader } from './titles.ts';
import { readWishes } from './wishes.ts';

const plan = (intent: Intent, steps: readonly PlanStep[], reply = ''): DialoguePlan => ({ intent, steps, reply });

const GREETED =
  /^\s*(?:hi+|hello+|hey+|hiya|good (?:morning|afternoon|evening)|dear \p{L}+)(?:\s+there)?\s*[,!.:-]+\s*(?=\S)|^\s*(?:hi|hello|hey)\s+(?=(?:can|could|please|i|what|recommend|any|do)\b)/iu;
const START_OVER =
  /^\W*(?:(?:let'?s )?start (?:over|again|afresh|anew)|forget (?:everything|all (?:that|of it|i said))|reset|clear (?:everything|all|my profile)|new conversation)\b/iu;
const WHY =
  /^\W*(?:but |and |so )?(?:why|how come|for what reason|what makes you|explain (?:why|your|the|this|that))\b(?!.*\bnot (?:recommend|suggest|show|try|watch)\b.*\?)/iu;

const WHY_NAMED =
  /^\W*(?:but |and |so )?(?:why|how come|for what reason) (?:did|do|have|would) you (?:recommend|suggest|show|name|pick|choose)/iu;

const WHY_NOT = /^\W*(?:but |and |so )?(?:why|how come)(?: did| have| do)?(?: you)?(?: not|n'?t| no)(?!\p{L})/iu;

/** "Why not Shrek?": what the catalogue says of it, to be held against what was asked for; null where nothing else is named. */
function notNamed(
  { turns, mentions }: DialogueView,
  shown: readonly ItemReference[],
  text: string,
): DialoguePlan | null {
  const at = WHY_NOT.exec(text)?.[0].length ?? 0;
  const start =
    at + (/^(?: (?:recommend|suggest|show|name|pick|choose))?(?: me)? /iu.exec(text.slice(at))?.[0].length ?? 0);
  const titles = new TitleReader(new Scan(text), mentions).list(start, { knownOnly: true }).map((title) => title.text);
  const isShown = (title: string): boolean => shown.some((item) => item.title.replace(/ \(\d{4}\)$/u, '') === title);
  if (titles.length === 0 || titles.some(isShown)) return null;
  const asked = turns.findLast(({ items }) => items.length > 0)?.plan;
  const conditions = asked === undefined ? [] : draftOf(asked).conditions;
  const facts = once(['year', ...conditions.map(({ attribute }) => attribute), 'rating', 'ratings']);
  const reply = `I did not name ${titles.length === 1 ? 'it' : 'them'}: hold that against what you asked for, and against the order of the list.`;
  return {
    ...lookUp(
      titles,
      facts.filter((name) => name !== 'title'),
    ),
    reply,
  };
}

export function planTurn(written: DialogueView): DialoguePlan {
  if (written.text.trim() === '')
    return plan('unclear', [], `You sent an empty message. ${abilities(written.catalogue)}`);
  const {
    text: words,
    mentions,
    notes: respellings,
  } = respelt(written.text, written.mentions, written.catalogue.itemNoun);
  const notes = [...respellings];
  const view = { ...written, ...continued(words, mentions, written.turns.at(-1)?.text ?? '') };
  const { first, rest } = firstRequest(view);
  const own = inCatalogueTerms(planRead(first), view.catalogue);
  if (rest !== '') notes.push(`One request at a time: ask for "${rest}" next.`);
  const isList = own.intent === 'recommend' || own.intent === 'choose';
  return isList && notes.length > 0 ? { ...own, reply: [...notes, own.reply].join(' ').trim() } : own;
}

const NEXT_REQUEST = new RegExp(`,?\\s+(?:and\\s+)?then\\s+(?=(?:an?|some|${COUNT})\\s+\\p{L})`, 'iu');

/** "Three horror films, then two comedies" are two requests, of which one is answered at a time. */
function firstRequest(view: DialogueView): { readonly first: DialogueView; readonly rest: string } {
  const found = NEXT_REQUEST.exec(view.text);
  if (found === null || view.text.slice(0, found.index).split(' ').length < 2) return { first: view, rest: '' };
  const text = view.text.slice(0, found.index);
  const mentions = view.mentions.filter(({ end }) => end <= text.length);
  return { first: { ...view, text, mentions }, rest: view.text.slice(found.index + found[0].length).slice(0, 80) };
}

const OFFERED = /Shall I (?:recommend|look for) an? [^?]*\?(?: Say what[^.]*\.)?$/u;

function planRead(view: DialogueView): DialoguePlan {
  const text = view.text.trim();
  const last = view.turns.at(-1);
  const pending = last === undefined ? null : answered(view, last);
  if (pending !== null) return pending;
  if (last !== undefined && OFFERED.test(last.reply) && YES.test(text) && text.split(/\s+/u).length <= 3)
    return request({ ...view, text: 'recommend something', mentions: [] }, 'recommend something');
  const known = aboutMe(text, view.profile) ?? saidSoFar(text, view.turns);
  if (known !== null) return plan('explain', [], known);
  if (START_OVER.test(text)) return plan('chit-chat', [], 'All forgotten: we start over.');
  const isAnswer = lastWithItems(view.turns) === undefined;
  const talk = chat(text.replace(GREETED, ''), view.catalogue, isAnswer) ?? chat(text, view.catalogue, isAnswer);
  if (talk !== null) return plan('chit-chat', [], talk);
  const asked = questionOrChoice(view, text);
  if (asked !== null) return asked;
  return request(view, text);
}

function questionOrChoice(view: DialogueView, text: string): DialoguePlan | null {
  const shown = lastWithItems(view.turns);
  if (shown !== undefined && WHY_NOT.test(text)) {
    const missed = notNamed(view, shown.items, text);
    if (missed !== null) return missed;
  }
  if (shown !== undefined && WHY.test(text)) return plan('explain', []);
  if (shown === undefined && WHY_NAMED.test(text)) return plan('unclear', [], nothingNamed(view));
  const picked = readPick(text, shown?.items.length ?? 0);
  if (picked !== null)
    return lookUp(
      picked.flatMap((place) => shown?.items[place]?.title ?? []),
      [],
    );
  const alone = titleAlone(view, text);
  if (alone !== null) return lookUp([alone], []);
  const sequels = sequelsOf(text);
  if (sequels !== null) return sequels;
  const compared = readComparisonQuestion(
    text,
    view.mentions,
    shown?.items ?? [],
    view.catalogue.attributes.map(({ name }) => name),
    meant(view, 'it'),
  );
  if (compared !== null) return lookUp(compared.titles, compared.facts);
  const listed = readListed(text, view.mentions, shown?.items ?? []);
  if (listed !== null) return choice(view, listed);
  const question = readItemQuestion(text, view.mentions);
  if (question !== null && question.titles.length > 0) return lookUp(question.titles, question.facts);
  const whole = catalogueQuestion(text, view.mentions, view.catalogue);
  if (whole !== null) return whole;
  const again = sameQuestion(view, text);
  if (again !== null) return again;
  const facts = question?.facts ?? readFollowUpQuestion(text);
  if (facts === null) return null;
  const about = meant(view, text);
  if (about.length > 0) return lookUp(about, facts);
  return plan('unclear', [], nothingNamed(view));
}

const nothingNamed = ({ catalogue }: DialogueView): string =>
  `I have not named any ${catalogue.itemNoun} yet that you could mean. Which one do you ask about?`;

const SEQUELS =
  /^\W*(?:(?:is|are|were|was) there|(?:are|is) any|can you|(?:show|give|list|recommend|suggest|name|find)(?: me| us)?|do you (?:have|know)|what are|which are|i want|any|all|the|an?|some|of|other|please|to (?:watch|see)|\s)*(?:sequels?|prequels?|follow-?ups?|parts?) (?:to|of|for) (?:the film |the movie )?(.{2,80}?)[\s?.!]*$/iu;

/** "Is there a sequel to Jaws?": what is called so, but for itself. */
function sequelsOf(text: string): DialoguePlan | null {
  const title = SEQUELS.exec(text)?.[1];
  if (title === undefined) return null;
  const conditions = [
    { attribute: 'series', is: [title.replace(/^the /iu, '')] },
    { attribute: 'title', not: [title] },
  ];
  return plan('recommend', stepsOf({ ...EMPTY_DRAFT, conditions, order: { scheme: 'oldest' } }));
}

/** A message that is nothing but a title. */
function titleAlone({ mentions }: DialogueView, text: string): string | null {
  const bare = text.replaceAll(/^["'\s]+|["'\s.!?]+$/gu, '');
  const start = text.indexOf(bare);
  const named = bare.replace(/\s*\(\d{4}\)$/u, '');
  const isTitle = mentions.some(
    (mention) => mention.titles.length > 0 && mention.start === start && mention.end === start + named.length,
  );
  const isGenre = GENRE_WORDS.some(({ pattern }) => pattern.exec(bare.toLowerCase())?.[0] === bare.toLowerCase());
  return isTitle && !isGenre && tellingWords(bare.toLowerCase()).length > 0 ? bare : null;
}

/** "And Titanic?", after a question about another item. */
function sameQuestion({ turns, mentions }: DialogueView, text: string): DialoguePlan | null {
  const last = turns.at(-1);
  const match = /^\W*(?:and|what about|how about)\s+(?:for |of )?(.+?)[\s?.!]*$/iu.exec(text);
  if (match === null || last?.plan.intent !== 'ask-about-item') return null;
  const start = text.indexOf(match[1] ?? '');
  const isTitle = mentions.some(
    (mention) =>
      mention.titles.length > 0 && mention.start === start && mention.end >= start + (match[1] ?? '').length - 7,
  );
  const input = last.plan.steps[0]?.input;
  if (!isTitle || input === undefined || !Array.isArray(input['titles'])) return null;
  const facts = Array.isArray(input['facts']) ? input['facts'].map(String) : [];
  return lookUp([match[1] ?? ''], facts);
}

function lookUp(titles: readonly string[], facts: readonly string[]): DialoguePlan {
  const input = facts.length === 0 ? { titles: [...titles] } : { titles: [...titles], facts: [...facts] };
  return plan('ask-about-item', [{ tool: 'look-up', input }]);
}

/** The titles that "it" or "the second one" mean: named in the message itself, of the last list, or of the last question. */
function meant({ turns, mentions }: DialogueView, text: string): readonly string[] {
  const named = new TitleReader(new Scan(text), mentions).plain();
  if (named.length > 0) return named.map((title) => title.text);
  const place = readPlaces(text);
  const last = turns.findLast(
    ({ items, about }) => Math.max(items.length, items.length > 0 ? 0 : about.length) > (place ?? 0),
  );
  if (last === undefined) return [];
  const titles = last.items.length > 0 ? last.items.map(({ title }) => title) : last.about;
  return (pointedAt(text, titles.length) ?? [0]).flatMap((place) => titles[place] ?? []);
}

function choice(
  view: DialogueView,
  { titles, rest }: { readonly titles: readonly string[]; readonly rest: string },
): DialoguePlan {
  const wishes = readWishes(rest, [], view.catalogue);
  // What they like in general puts the listed ones in order; it is no condition on them.
  const fromTaste = new Set([...wishes.likedValues, ...wishes.dislikedValues]);
  const conditions = wishes.conditions.filter(
    ({ attribute, is, not }) =>
      attribute !== 'ratings' &&
      ![...(is ?? []), ...(not ?? [])].some((value) => fromTaste.has(`${attribute}: ${value}`)),
  );
  const tastes = knownValues(view.profile.like.values, view.catalogue);
  const unknown = wishes.likedValues
    .filter((value) => knownValues([value], view.catalogue).length === 0)
    .map((value) => `This catalogue has no ${value.replace(': ', ' "')}", so I cannot go by that.`);
  const draft = {
    ...withProfile({ ...EMPTY_DRAFT, conditions }, view, { values: false }),
    listed: once(titles),
    order: wishes.order,
    by: tastes.length === 0 ? null : tastes.map((value) => value.slice(value.indexOf(': ') + 2)).join(', '),
  };
  const prefer = once([...draft.prefer, ...wishes.liked]).filter((title) => !draft.listed.includes(title));
  const count = wishes.count !== null && wishes.count > 1 ? wishes.count : null;
  const isKnown = prefer.length + draft.unwanted.length > 0 || draft.by !== null || draft.order !== null;
  const note = isKnown ? '' : 'I do not know your taste yet, so they are in the order of how many people rated them.';
  return plan(
    'choose',
    stepsOf({ ...draft, prefer, count }),
    [...wishes.notes, ...unknown, note].filter((part) => part !== '').join(' '),
  );
}
