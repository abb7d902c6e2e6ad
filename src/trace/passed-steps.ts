/** @file Why a conversation named an item, in words: what each step of its plan found of it. */
import type { DialogueProblem, LookedUp, ReplyView } from '../core/dialogue.ts';
import { counted } from '../core/text/words.ts';
import { jsonList, jsonMembers, ownValue } from '../core/json.ts';

/** `year after 1999`, as it is recorded, is `year is after 1999`; titles that were named before say nothing of an item. */
export function plainCondition(condition: string): readonly string[] {
  if (/^none of |^title is not /u.test(condition)) return [];
  const isYear = condition.startsWith('year ');
  return [
    condition
      .replace(/^(\S+) after /u, isYear ? '$1 is after ' : '$1 is above ')
      .replace(/^(\S+) before /u, isYear ? '$1 is before ' : '$1 is below ')
      .replace(/^(\S+) from (\S+), \1 to \2$/u, '$1 is $2')
      .replace(/^(\S+) from (\S+), \1 to /u, '$1 is from $2 to ')
      .replace(/^(\S+) from (.+)/u, `$1 is $2 or ${isYear ? 'later' : 'more'}`)
      .replace(/^(\S+) to (.+)/u, `$1 is $2 or ${isYear ? 'earlier' : 'less'}`)
      .replace(/^text is not /u, 'title or description does not speak of ')
      .replace(/^text is /u, 'title or description speaks of ')
      .replace(/^\S+/u, spaced),
  ];
}

function whose(conditions: string): string {
  const all = conditions.split('; ').flatMap(plainCondition);
  return all.length === 0 ? '' : `whose ${listed(all, 'and')}`;
}

const BY: readonly (readonly [RegExp, string])[] = [
  [/^meaning and kind$/u, 'in what they are about and their kind'],
  [/^who rated both \(item cosine\)$/u, 'by who rated both'],
  [/^Item kNN.* likeness by .+$/u, 'for your taste (what is rated together with what you like, and likeness to it)'],
  [/^likeness by .+$/u, 'for your taste (likeness to what you like)'],
  [/^Item kNN.*$/u, 'for your taste (what is rated together with what you like)'],
];
const byWhat = (model: string): string => BY.find(([pattern]) => pattern.test(model))?.[1] ?? `by ${model}`;

/** Steps as they are recorded, each with its words; what a list was cut to says nothing of an item. */
const STEPS: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [
    /^filter: \d+ candidates? satisf(?:y|ies): (.+?)(?:, of which the (\d+) best known stay)?(?:\. Not known: .+)?, one of (\d+)$/u,
    (_, conditions = '', known, of = '') => {
      const wanted = whose(conditions);
      return wanted === '' ? '' : `one of the ${of} ${known === undefined ? '' : 'best known '}${wanted}`;
    },
  ],
  [
    /^rank: \d+ candidates? in order by (.+), place (\d+) of (\d+)$/u,
    (_, by = '', place = '', of = '') => `number ${place} of these ${of} ${byWhat(by)}`,
  ],
  [
    /^similar: \d+ candidates? (?:is|are) most like (.+) by ([^,]+), place (\d+) of (\d+)$/u,
    (_, titles = '', by = '', place = '', of = '') => `number ${place} of the ${of} most like ${titles} ${byWhat(by)}`,
  ],
  [
    /^similar: (\d+) candidates? speaks? of (".+"), place \d+ of \d+$/u,
    (_, of = '', words = '') => `one of the ${of} that speak of ${words}`,
  ],
  [
    /^similar: \d+ candidates? (?:is|are) nearest to (".+") by .+, place (\d+) of \d+$/u,
    (_, words = '', place = '') => `number ${place} of those nearest in meaning to ${words}`,
  ],
  [/^map: /u, () => ''],
];

export function passedInWords(step: string): string {
  for (const [pattern, words] of STEPS) {
    const parts = pattern.exec(step);
    if (parts !== null) return words(...parts);
  }
  return step;
}

/** `Babel (2006): Rated 3.7 on average by 48 people; number 1 of these 788 …` */
export function reasonOf(title: string, passed: readonly string[]): string {
  const words = passed.map(passedInWords).filter((one) => one !== '');
  return `${title}: ${words.join('; ')}.`;
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
function factWords({ title, facts }: LookedUp): string {
  const words = Object.entries(facts).map(([name, value]) => `${spaced(name)} ${value.slice(0, LONGEST_FACT)}`);
  return words.length === 0 ? title : `${title}: ${words.join('; ')}`;
}

export const listLines = (items: readonly LookedUp[]): string =>
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
