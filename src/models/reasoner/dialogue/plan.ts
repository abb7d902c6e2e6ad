/**
 * @file Plans a turn: from a message and what came before to tool calls. Rules, in this order: an answer to what was asked back; talk;
 * starting over; why an item was named; a choice among listed items; a question; a request, new or a change of the last one; a
 * statement of taste. What fits none of them is said not to be understood.
 */
import type { DialoguePlan, DialogueView, EarlierTurn, Intent, PlanStep } from '../../../core/dialogue.ts';
import { answered } from './changes.ts';
import { abilities, chat } from './chit-chat.ts';
import { EMPTY_DRAFT, stepsOf } from './draft.ts';
import { placeOf } from './lexicon.ts';
import { readListed } from './listed.ts';
import { once } from './once.ts';
import { withProfile } from './personal.ts';
import { pointedAt } from './pointing.ts';
import { catalogueQuestion, readFollowUpQuestion, readItemQuestion } from './questions.ts';
import { request } from './request.ts';
import { readWishes } from './wishes.ts';

const plan = (intent: Intent, steps: readonly PlanStep[], reply = ''): DialoguePlan => ({ intent, steps, reply });

const GREETED =
  /^\s*(?:hi+|hello+|hey+|hiya|good (?:morning|afternoon|evening)|dear \p{L}+)(?:\s+there)?\s*[,!.:-]+\s*(?=\S)|^\s*(?:hi|hello|hey)\s+(?=(?:can|could|please|i|what|recommend|any|do)\b)/iu;
const START_OVER =
  /^\W*(?:(?:let'?s )?start (?:over|again|afresh|anew)|forget (?:everything|all (?:that|of it|i said))|reset|clear (?:everything|all|my profile)|new conversation)\b/iu;
const WHY =
  /^\W*(?:but |and |so )?(?:why|how come|for what reason|what makes you|explain (?:why|your|the|this|that))\b(?!.*\bnot (?:recommend|suggest|show|try|watch)\b.*\?)/iu;

/** Plans the turn. */
export function planTurn(view: DialogueView): DialoguePlan {
  const text = view.text.trim();
  if (text === '') return plan('unclear', [], `You sent an empty message. ${abilities(view.catalogue)}`);
  const last = view.turns.at(-1);
  const pending = last === undefined ? null : answered(view, last);
  if (pending !== null) return pending;
  if (START_OVER.test(text)) return plan('chit-chat', [], 'All forgotten: we start over.');
  const talk = chat(text.replace(GREETED, ''), view.catalogue) ?? chat(text, view.catalogue);
  if (talk !== null) return plan('chit-chat', [], talk);
  const asked = questionOrChoice(view, text);
  if (asked !== null) return asked;
  return request(view, text);
}

const lastWithItems = (turns: readonly EarlierTurn[]): EarlierTurn | undefined =>
  turns.findLast(({ items }) => items.length > 0);

function questionOrChoice(view: DialogueView, text: string): DialoguePlan | null {
  const shown = lastWithItems(view.turns);
  if (shown !== undefined && WHY.test(text)) return plan('explain', []);
  const listed = readListed(text, view.mentions, shown?.items ?? []);
  if (listed !== null) return choice(view, listed);
  const question = readItemQuestion(text, view.mentions);
  if (question !== null && question.titles.length > 0) return lookUp(question.titles, question.facts);
  const whole = catalogueQuestion(text, view.catalogue);
  if (whole !== null) return plan('ask-about-item', [{ tool: 'look-up', input: { sql: whole.sql } }]);
  const again = sameQuestion(view, text);
  if (again !== null) return again;
  const facts = question?.facts ?? readFollowUpQuestion(text);
  const about = facts === null ? [] : meant(view, text);
  return facts !== null && about.length > 0 ? lookUp(about, facts) : null;
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

/** The titles that "it" or "the second one" mean: of the last list, or of the last question. */
function meant({ turns }: DialogueView, text: string): readonly string[] {
  const last = turns.findLast(({ items, about }) => items.length > 0 || about.length > 0);
  if (last === undefined) return [];
  const titles = last.items.length > 0 ? last.items.map(({ title }) => title) : last.about;
  return (pointedAt(text, titles.length, placeOf) ?? [0]).flatMap((place) => titles[place] ?? []);
}

function choice(
  view: DialogueView,
  { titles, rest }: { readonly titles: readonly string[]; readonly rest: string },
): DialoguePlan {
  const wishes = readWishes(
    rest,
    view.mentions.filter(() => false),
    view.catalogue,
  );
  const draft = {
    ...withProfile({ ...EMPTY_DRAFT, conditions: wishes.conditions }, view, { values: false }),
    listed: once(titles),
  };
  const prefer = once([...draft.prefer, ...wishes.liked]).filter((title) => !draft.listed.includes(title));
  const count = wishes.count !== null && wishes.count > 1 ? wishes.count : null;
  const isKnown = prefer.length + draft.unwanted.length > 0;
  const note = isKnown ? '' : 'I do not know your taste yet, so they are in the order of how many people rated them.';
  return plan(
    'choose',
    stepsOf({ ...draft, prefer, count }),
    [...wishes.notes, note].filter((part) => part !== '').join(' '),
  );
}
