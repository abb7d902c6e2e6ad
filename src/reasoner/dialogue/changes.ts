/** @file What a later turn changes: conditions that take the place of others, comparatives, what is dropped, what was meant. */
import type {
  Bound,
  CatalogueOutline,
  Condition,
  DialoguePlan,
  DialogueView,
  EarlierTurn,
} from '../../core/dialogue.ts';
import type { ItemReference } from '../../core/task.ts';
import { KINDS } from './lexicon.ts';
import type { Compared } from './comparatives.ts';
import { draftOf, stepsOf, type Anchor, type Draft } from './draft.ts';
import { readPlaces } from './pointing.ts';
import { largest, smallest } from '../../core/numbers/extremes.ts';

const yearOf = ({ title }: Pick<ItemReference, 'title'>): number | null => {
  const year = /\((\d{4})\)$/u.exec(title)?.[1];
  return year === undefined ? null : Number(year);
};

/** What comparatives ask for, with the words that say how they were read. */
export interface Comparison {
  readonly conditions: readonly Condition[];
  /** An attribute that is compared with that of an item: `shorter`. */
  readonly anchors: readonly Anchor[];
  readonly notes: readonly string[];
}

/** @param about the items that the message compares with, or all of the last list */
export function readComparison(
  compared: readonly Compared[],
  about: readonly ItemReference[],
  years: CatalogueOutline['years'],
): Comparison {
  const [first] = about;
  const others = first === undefined ? [] : compared.filter(({ attribute }) => attribute !== 'year');
  const anchors = others.map((one) => ({ title: first!.title, ...one }));
  const known = about.flatMap((item) => yearOf(item) ?? []);
  const dated = compared.find(({ attribute }) => attribute === 'year');
  if (dated === undefined || known.length === 0) return { conditions: [], anchors, notes: [] };
  const isAfter = dated.relation === 'after';
  const end = isAfter ? largest(known) : smallest(known);
  // Beyond the last year of the catalogue there is nothing, so that only the first item counts then.
  const isEnd = years !== null && (isAfter ? end >= years.last : end <= years.first);
  const year = isEnd ? (known[0] ?? end) : end;
  const notes = [`${isAfter ? 'Newer: after' : 'Older: before'} ${String(year)}.`];
  return { conditions: [{ attribute: 'year', [dated.relation]: year }], anchors, notes };
}

const DROPS = `
  year := years?|decades?|dates?|era|age|old or new|when
  genre := genres?|category|kind
  director := directors?|who made
  ratings rating := ratings?|rated|scores?
  popularity := popularity|known|famous
  running_time := length|long|running time|duration|minutes
  similar := seeds?|similar|like
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' := ') as [string, string])
  .map(([names, words]) => [new RegExp(`\\b(?:${words})\\b`, 'u'), names.split(' ')] as const);
const DROPPING =
  /\b(?:forget|drop|ignore|never ?mind|leave out|remove|skip|take (?=.{0,20} back\b)|regardless|no matter|doesn'?t matter|don'?t care|do not care|(?:from |in |of )?any (?=(?:year|decade|genre|director|rating|length)\b))/u;

/** Names of attributes whose conditions the message takes back: `never mind the year`. */
export function dropped(text: string): readonly string[] {
  const small = text.toLowerCase();
  const near = small.slice(Math.max(0, small.search(DROPPING) - 40));
  return DROPPING.test(small) ? DROPS.flatMap(([pattern, names]) => (pattern.test(near) ? names : [])) : [];
}

/** What conditions bound by numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(['year', 'rating', 'ratings', 'popularity']);

/** The conditions of an earlier turn with those of this one: of years and numbers the new ones hold, wanted values add up unless this says "instead". */
export function changedConditions(
  before: readonly Condition[],
  now: readonly Condition[],
  isInstead: boolean,
  compared: readonly Condition[] = [],
): readonly Condition[] {
  const isBound = ({ attribute, is, not }: Condition): boolean =>
    not === undefined && (is === undefined || NUMBERS.has(attribute));
  const bounded = new Set(now.filter(isBound).map(({ attribute }) => attribute));
  const wanted = new Set(now.filter(({ is }) => is !== undefined).map(({ attribute }) => attribute));
  const unwantedNow = new Set(now.flatMap(({ attribute, not = [] }) => not.map((value) => `${attribute}: ${value}`)));
  const wantedNow = new Set(now.flatMap(({ attribute, is = [] }) => is.map((value) => `${attribute}: ${value}`)));
  const kept = before.filter((condition) => {
    const { attribute, is, not } = condition;
    if (isBound(condition) && bounded.has(attribute)) return false;
    // An item has several kinds, and of most else one.
    if ((isInstead || !KINDS.has(attribute)) && is !== undefined && wanted.has(attribute)) return false;
    if (is?.every((value) => unwantedNow.has(`${attribute}: ${value}`)) === true) return false;
    return not === undefined || !not.some((value) => wantedNow.has(`${attribute}: ${value}`));
  });
  return withinBounds(before, [...kept, ...now], compared);
}

/** "From the 80s", then "newer": newer and still from the 80s, as long as there is anything between. */
function withinBounds(
  before: readonly Condition[],
  changed: readonly Condition[],
  compared: readonly Condition[],
): readonly Condition[] {
  const next = (bound: Bound | undefined, by: number): Bound | undefined =>
    typeof bound === 'number' ? bound + by : undefined;
  return changed.map((condition) => {
    const old = before.find(
      ({ attribute, is, not }) => attribute === condition.attribute && is === undefined && not === undefined,
    );
    const [first, last] = [old?.from ?? next(old?.after, 1), old?.to ?? next(old?.before, -1)];
    // A bound on one side was a reading of "old" or "short", of which the comparative is a correction.
    if (!compared.includes(condition) || typeof first !== 'number' || typeof last !== 'number') return condition;
    const { after, before: until } = condition;
    if (typeof after === 'number' && last > after) return { ...condition, to: last };
    return typeof until === 'number' && first < until ? { ...condition, from: first } : condition;
  });
}

/** Replaces a written title in all steps of a plan. */
export function withTitle(plan: DialoguePlan, written: string, meant: string): DialoguePlan {
  const text = JSON.stringify(plan.steps).replaceAll(JSON.stringify(written), JSON.stringify(meant));
  return { ...plan, steps: JSON.parse(text) as DialoguePlan['steps'], reply: '' };
}

/** An agreement. */
export const YES =
  /^\W*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|right|correct|exactly|please do|go ahead|fine|do that|that(?:'s| is)? (?:it|one|right))\b/iu;

function chosenOf(options: readonly string[], text: string): string | null {
  const small = text.toLowerCase();
  if (options.length < 2) return options.find((title) => small.includes(title.toLowerCase())) ?? null;
  const year = /(?<!\d)((?:18|19|20)\d\d)(?!\d)/u.exec(small)?.[1];
  const dated = year === undefined ? [] : options.filter((title) => title.endsWith(`(${year})`));
  if (dated.length === 1) return dated[0] ?? null;
  const sorted = [...options].sort((a, b) => (yearOf({ title: a }) ?? 0) - (yearOf({ title: b }) ?? 0));
  if (/\b(?:old(?:er|est)?|original|earl(?:y|ier|iest))\b/u.test(small)) return sorted[0] ?? null;
  if (/\b(?:new(?:er|est)?|remake|later|latest|recent)\b/u.test(small)) return sorted.at(-1) ?? null;
  const place = readPlaces(small, options.length);
  return (place === null ? options.find((title) => small.includes(title.toLowerCase())) : options[place]) ?? null;
}

/** The last plan with what it lacked, where this turn answers what was asked or corrects what was taken; else null. */
export function answered(view: DialogueView, last: EarlierTurn): DialoguePlan | null {
  const { text } = view;
  const words = text.trim().split(/\s+/u).length;
  const isShort = words <= 9;
  // "Ok then a comedy from the 80s" agrees to nothing.
  const isYes = YES.test(text) && words <= 4;
  if (!isShort || last.plan.steps.length === 0) return null;
  const [named] = view.mentions.flatMap(({ start, end, titles }) =>
    titles.length > 0 && end - start >= 0.6 * text.trim().length ? [text.slice(start, end)] : [],
  );
  for (const problem of last.problems) {
    if ('text' in problem && problem.type !== 'text-unknown') {
      const meant = meantBy(problem, text, isYes) ?? (problem.type === 'title-unknown' ? named : undefined);
      if (meant !== undefined) return withTitle(last.plan, problem.text, meant);
    } else if (
      (problem.type === 'attribute-unknown' || (problem.type === 'value-unknown' && last.items.length === 0)) &&
      (isYes || (words <= 5 && /\b(?:leave|drop|without|forget|never ?mind|ignore)\b/iu.test(text)))
    ) {
      const { attribute } = problem;
      const steps = stepsOf(withoutDropped(draftOf(last.plan), [attribute]));
      return { ...last.plan, steps, reply: `Without ${attribute.replaceAll('_', ' ')}, then.` };
    }
  }
  return null;
}

type Doubt = Extract<
  EarlierTurn['problems'][number],
  { readonly type: 'title-taken' | 'title-ambiguous' | 'title-unknown' }
>;

/** The title that an answer takes of those that were in question. */
function meantBy(problem: Doubt, text: string, isYes: boolean): string | undefined {
  if (problem.type === 'title-taken')
    return /\b(?:no|not|meant|mean|other|rather|older|newer|original|remake|one)\b|^\W*\(?\d{4}/iu.test(text)
      ? (chosenOf([problem.title, ...problem.others], text) ?? undefined)
      : undefined;
  const options = problem.type === 'title-ambiguous' ? problem.titles : problem.near;
  return chosenOf(options, text) ?? (isYes ? options[0] : undefined);
}

/** The draft without what was dropped. */
export function withoutDropped(draft: Draft, names: readonly string[]): Draft {
  if (names.length === 0) return draft;
  return {
    ...draft,
    conditions: draft.conditions.filter(({ attribute }) => !names.includes(attribute)),
    anchors: draft.anchors.filter(({ attribute }) => !names.includes(attribute)),
    seeds: names.includes('similar') ? [] : draft.seeds,
    order:
      draft.order !== null && 'attribute' in draft.order && names.includes(draft.order.attribute) ? null : draft.order,
  };
}

/** The conditions without values that were taken back, such as `genre: Horror`. */
export function withoutForgotten(conditions: readonly Condition[], forgotten: readonly string[]): readonly Condition[] {
  return conditions.flatMap((condition) => {
    const left = (values: readonly string[] = []): readonly string[] =>
      values.filter((value) => !forgotten.includes(`${condition.attribute}: ${value}`));
    const [is, not] = [left(condition.is), left(condition.not)];
    if (is.length + not.length === (condition.is ?? condition.not ?? []).length) return [condition];
    return is.length + not.length === 0 ? [] : [{ ...condition, ...(is.length > 0 ? { is } : { not }) }];
  });
}

/** What is said of it. */
export const forgottenNote = (forgotten: readonly string[]): readonly string[] =>
  forgotten.length === 0 ? [] : [`Forgotten: ${forgotten.map((value) => value.replace(': ', ' ')).join(', ')}.`];
