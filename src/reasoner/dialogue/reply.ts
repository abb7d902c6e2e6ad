/** @file Replies by rules, in fixed forms: what the tools found and did not find, and nothing else. */
import type { LookedUp, ReplyItem, ReplyView } from '../../core/dialogue.ts';
import { problemWords, spaced } from '../../trace/dialogue-problems.ts';
import { reasonOf } from '../../trace/passed-steps.ts';

/** What a line of a list tells. */
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

/** What is said where nothing was found. */
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
export function wordReply(view: ReplyView): string {
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
