/** @file What a conversation asks for, found and could not do, in words. */
import type { Condition, DialoguePlan, DialogueProblem, ReplyItem, ReplyView } from '../core/dialogue.ts';
import { counted } from '../core/text/words.ts';
import { jsonList, jsonMembers, ownValue } from '../core/json.ts';

/** By end of a span: of years, and of other numbers. */
const BOUNDS: Readonly<Record<string, readonly [string, string]>> = {
  from: ['is @ or later', 'is @ or more'],
  to: ['is @ or earlier', 'is @ or less'],
  after: ['is after @', 'is above @'],
  before: ['is before @', 'is below @'],
};

/** `year is after 1999`; titles that were named before say nothing of an item. `$1` is what the first step found. */
export function plainCondition({ attribute, is = [], not = [], ...bounds }: Condition): string[] {
  const [name, does, doesNot] =
    attribute === 'text'
      ? ['title or description', 'speaks of', 'does not speak of']
      : [spaced(attribute), 'is', 'is not'];
  const { from, to } = bounds;
  const isWhole = from !== undefined && to !== undefined;
  const ends = isWhole ? [] : Object.entries(bounds);
  const words = [
    ...(is.length > 0 ? [`${does} ${is.join(' or ')}`] : []),
    ...(not.length > 0 && attribute !== 'title' ? [`${doesNot} ${not.join(' or ')}`] : []),
    ...(isWhole ? [from === to ? `is ${from}` : `is from ${from} to ${to}`] : []),
    ...ends.map(([end, bound]) =>
      (BOUNDS[end]?.[attribute === 'year' ? 0 : 1] ?? '').replace('@', () => String(bound)),
    ),
  ];
  return words.map((one) => `${name} ${one}`.replace(/\$(\d+)/u, 'what step $1 found'));
}

/** What all of a list satisfies, in words: `genre is Comedy and year is after 1999`. */
export function wishesIn({ steps }: DialoguePlan): string {
  const conditions = steps.flatMap(({ tool, input }) =>
    tool === 'filter' ? (jsonList(input['conditions']) as unknown as readonly Condition[]) : [],
  );
  // How many rated it is taken for a rating.
  return listed(conditions.filter(({ attribute }) => attribute !== 'ratings').flatMap(plainCondition), 'and');
}

export const listed = (texts: readonly string[], last: string): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1) ?? ''}`;
export const spaced = (name: string): string => name.replaceAll('_', ' ');

const UNKNOWN: Readonly<Record<string, string>> = {
  director: 'who made @',
  actor: 'who plays in @',
  writer: 'who wrote @',
  availability: 'where @ are to be had',
  country: 'where @ come from',
  running_time: 'how long @ are',
  mpaa_rating: 'the age ratings of @',
};

export function problemWords(problem: DialogueProblem, noun: string): string {
  switch (problem.type) {
    case 'title-taken': {
      const others =
        problem.others.length === 0
          ? ''
          : ` There ${problem.others.length === 1 ? 'is' : 'are'} also ${listed(problem.others, 'and')}; say so if you mean ${problem.others.length === 1 ? 'that' : 'one of them'}.`;
      return `By "${problem.text}" I take ${problem.title}.${others}`;
    }
    case 'title-ambiguous':
      return `"${problem.text}" may be ${listed(problem.titles, 'or')}. Which one do you mean?`;
    case 'title-unknown': {
      const near = problem.near.length === 0 ? '' : ` Did you mean ${listed(problem.near, 'or')}?`;
      return `I do not know a ${noun} called "${problem.text}".${near}`;
    }
    case 'text-unknown':
      return `No ${noun} that satisfies the rest is said here to have to do with "${problem.text}", so I left that aside.`;
    case 'attribute-unknown': {
      const { attribute } = problem;
      if (attribute === 'tag') return 'This catalogue has no such descriptions.';
      const what = ownValue(UNKNOWN, attribute) ?? `the ${spaced(attribute)} of @`;
      return `This catalogue does not know ${what.replace('@', `its ${noun}s`)}.`;
    }
    case 'value-unknown': {
      const known = problem.near.length === 0 ? '' : ` It knows ${problem.near.slice(0, 30).join(', ')}.`;
      return `No ${noun} here has the ${spaced(problem.attribute)} "${problem.value}".${known}`;
    }
    case 'fact-missing':
      return problem.attribute === 'director'
        ? `The catalogue does not say who made ${problem.title}.`
        : `The catalogue does not say the ${spaced(problem.attribute)} of ${problem.title}.`;
    case 'input-invalid':
      return `A step of the plan could not be done: ${problem.problem}`;
  }
}

const LONGEST_FACT = 400;

/** `Heat (1995): genre Crime; director Michael Mann`. */
function factWords({ title, facts }: ReplyItem): string {
  const words = Object.entries(facts).map(([name, value]) => `${spaced(name)} ${value.slice(0, LONGEST_FACT)}`);
  return words.length === 0 ? title : `${title}: ${words.join('; ')}`;
}

export const listLines = (items: readonly ReplyItem[]): string =>
  items.map((item, at) => `${String(at + 1)}. ${factWords(item)}`).join('\n');

/** A list with its heading, or that nothing was found. */
export function listWords({ plan, items, wanted, itemNoun, outcomes, problems }: ReplyView): string {
  if (problems.some(({ type }) => type === 'title-ambiguous') && items.length === 0) return '';
  const observed = outcomes.find(({ failed }) => failed)?.observation ?? '';
  const why = observed === '' ? '' : ` (${observed})`;
  if (items.length === 0) return `I found no ${itemNoun} that satisfies all of this, and relaxed nothing.${why}`;
  if (plan.intent === 'choose') return `Of these I would take ${items[0]!.title}; in order:\n${listLines(items)}`;
  const isFewer = wanted !== null && items.length < wanted;
  const these = counted(items.length, itemNoun);
  const head = isFewer
    ? `I found only ${these}${fewest(plan)}:`
    : `I recommend ${items.length === 1 ? 'this' : 'these'} ${these}:`;
  return `${head}\n${listLines(items)}`;
}

function fewest({ steps }: ReplyView['plan']): string {
  const conditions = steps.flatMap(({ input }) => jsonList(input['conditions'])).map(jsonMembers);
  const from = conditions.find(({ attribute }) => attribute === 'ratings')?.['from'];
  return typeof from === 'number' ? ` with ${String(from)} ratings or more` : '';
}

/** The facts that were looked up. */
export function foundWords({ outcomes }: Pick<ReplyView, 'outcomes'>): string {
  const known = outcomes.flatMap(({ found }) => found).filter(({ facts }) => Object.keys(facts).length > 0);
  return known.map((one) => `${factWords(one)}.`).join(' ');
}
