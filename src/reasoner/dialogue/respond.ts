/** @file What the rules answer in a conversation, in the format asked of a language model: plans, words, a verdict, a profile. */
import type { DialoguePurpose, Purpose } from '../../core/language-model.ts';
import type {
  CriticView,
  Facet,
  ProfileReading,
  Utterance,
  LookedUp,
  ReplyItem,
  ReplyView,
} from '../../core/dialogue.ts';
import { undated } from '../../core/text/words.ts';
import { seek } from '../seek.ts';
import { planTurn } from './plan.ts';
import { readMessage } from './read.ts';
import type { Reading } from './wishes.ts';
import type { Role } from './words.ts';
import { problemWords, spaced, reasonOf } from '../../trace/passed-steps.ts';

const TOLD = ['genre', 'category', 'director', 'author', 'rating', 'price', 'running_time', 'pages'];

/** Numbers that only tell items apart. */
const IDS = /^(?:isbn|asin)|_id$/iu;

const LONGEST_FACT = 400;

const factWords = (facts: Readonly<Record<string, string>>): string[] =>
  Object.entries(facts).flatMap(([name, value]) =>
    IDS.test(name) ? [] : `${spaced(name)} ${value.length > LONGEST_FACT ? `${value.slice(0, LONGEST_FACT)}…` : value}`,
  );

function itemLine({ title, facts }: ReplyItem, place: number): string {
  const told = factWords(
    Object.fromEntries(TOLD.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]]))),
  );
  return `${String(place + 1)}. ${title}${told.length === 0 ? '' : `: ${told.join('; ')}`}`;
}

const factSentence = ({ title, facts }: LookedUp): string => {
  const told = factWords(facts);
  return told.length === 0 ? '' : `${title}: ${told.join('; ')}.`;
};

function foundNothing({ itemNoun, outcomes, problems }: ReplyView): string {
  if (problems.some(({ type }) => type === 'title-ambiguous')) return '';
  const observed = outcomes.find(({ failed }) => failed)?.observation ?? '';
  return `I found no ${itemNoun} that satisfies all of this, and relaxed nothing.${observed === '' ? '' : ` (${observed})`}`;
}

function recommendation(view: ReplyView): string {
  const { plan, items, wanted, itemNoun } = view;
  if (items.length === 0) return foundNothing(view);
  const lines = items.map(itemLine).join('\n');
  if (plan.intent === 'choose') return `Of these I would take ${items[0]!.title}; in order:\n${lines}`;
  const these = `${itemNoun}${items.length === 1 ? '' : 's'}`;
  const head =
    wanted !== null && items.length < wanted
      ? `Only ${String(items.length)} ${these} satisf${items.length === 1 ? 'ies' : 'y'} all of this:`
      : `I recommend ${items.length === 1 ? 'this' : 'these'} ${String(items.length)} ${these}:`;
  return `${head}\n${lines}`;
}

/** What is said in reply: problems, what was not read, and what was found. */
function wordReply(view: ReplyView): string {
  const { plan, problems, outcomes, itemNoun, noted, explained } = view;
  const told = [...new Set(problems.map((problem) => problemWords(problem, itemNoun)))];
  const facts = outcomes.flatMap(({ found }) => found.map(factSentence)).filter((fact) => fact !== '');
  const isNothing =
    noted.length === 0 && plan.reply === '' && !(plan.marks ?? []).some(({ seen }) => seen !== undefined);
  const body = {
    'ask-about-item': facts.join(' '),
    'tell-taste': `${noted.length === 0 ? (isNothing ? 'I note nothing from that.' : '') : `Noted: ${noted.join('; ')}.`} Shall I recommend a ${itemNoun}?`,
    explain:
      explained.length === 0
        ? 'I have recommended nothing yet that I could explain.'
        : explained.map(({ title, passed }) => reasonOf(title, passed)).join('\n'),
  }[plan.intent as 'explain'];
  return [...told, plan.reply, body ?? recommendation(view)]
    .filter((part) => part !== '')
    .join(' ')
    .trim();
}

export function isDialogue(purpose: Purpose): purpose is DialoguePurpose {
  return purpose.type.startsWith('dialogue-');
}

export function respond(purpose: DialoguePurpose): string {
  switch (purpose.type) {
    case 'dialogue-plan':
      return JSON.stringify(planTurn(purpose.view));
    case 'dialogue-step': {
      const { intent, steps, reply, marks } = planTurn(purpose.view);
      const next = purpose.done.some(({ failed }) => failed) ? undefined : steps[purpose.done.length];
      return JSON.stringify({ intent, step: next ?? null, reply, marks });
    }
    case 'dialogue-reply':
      return wordReply(purpose.view);
    case 'dialogue-critic': {
      const advice = faultOf(purpose.view);
      return advice === null ? 'Yes' : `No. ${advice}`;
    }
    case 'dialogue-seek':
      return seek(purpose.view);
    case 'dialogue-profile':
      return JSON.stringify(readProfile(purpose.utterances, purpose.catalogue));
  }
}

/** What is wrong with a turn; null where nothing is. Questions back and honest failures are good answers. */
function faultOf({ tracker, items, reply }: CriticView): string | null {
  const invalid = tracker.find(({ failed, output }) => failed && output.includes('needs {'));
  if (invalid !== undefined) return `The input of ${invalid.tool} was wrong: ${invalid.output}`;
  const missing = items.find(({ title }) => !reply.includes(undated(title)));
  return missing === undefined ? null : `The reply does not name ${missing.title}.`;
}

/** Adds entries to one side, and takes them from it where the other side has them now. */
function moved(facet: Facet, add: Facet, remove: Facet): Facet {
  const of = (kind: keyof Facet): string[] => [
    ...new Set([...facet[kind].filter((one) => !remove[kind].includes(one)), ...add[kind]]),
  ];
  return { titles: of('titles'), values: of('values') };
}

/** What a person likes, dislikes and expects just now; later words count more than earlier ones. */
export function readProfile(utterances: readonly Utterance[], catalogue: Reading['catalogue']): ProfileReading {
  const nothing: Facet = { titles: [], values: [] };
  let [like, dislike, expect] = [nothing, nothing, nothing];
  for (const utterance of utterances) {
    const { titles, tastes, conditions, facts, asksWhy } = readMessage({ ...utterance, catalogue, it: null });
    const of = (...roles: readonly Role[]): Facet => ({
      titles: titles.filter(({ role }) => roles.includes(role)).map(({ title }) => title),
      values: tastes.filter(({ role }) => roles.includes(role)).map(({ value }) => value),
    });
    const [liked, refused] = [of('liked'), of('disliked', 'unlike')];
    [like, dislike] = [moved(like, liked, refused), moved(dislike, refused, liked)];
    const values = conditions.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`));
    const wanted = { titles: of('like').titles, values };
    // Who asks for a fact or a reason is still looking for the same.
    if (facts === null && !asksWhy && values.length + wanted.titles.length > 0) expect = wanted;
  }
  return { like, dislike, expect };
}
