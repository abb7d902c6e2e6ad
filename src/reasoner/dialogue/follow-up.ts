/** @file What a turn that changes a list takes from the last one beside its conditions: its order, what it is like, and what comes next in it. */
import type { Condition, DialoguePlan, DialogueView, EarlierTurn, Order } from '../../core/dialogue.ts';
import { draftOf, stepsOf, type Draft } from './draft.ts';
import type { Compared } from './orders.ts';
import { lastWithItems, yearOf } from './pointing.ts';

/** "And by Rotten Tomatoes?", after the worst rated, asks for the lowest there. */
export function reordered(before: Order | null, now: Order | null, text: string): Order | null {
  const isOfRatings = now?.scheme === 'most' && /rating|tomatoes/u.test(now.attribute);
  return isOfRatings && before?.scheme === 'least' && !/(?<!\p{L})(?:best|highest|top)(?!\p{L})/iu.test(text)
    ? { ...now, scheme: 'least' }
    : now;
}

/** "Older?", of what is for those who like Se7en, is to be like Se7en still. */
export const veinOf = ({ seeds, prefer, topics, conditions }: Draft, now: readonly Condition[]): readonly string[] =>
  seeds.length > 0 ||
  !now.some(({ attribute }) => attribute === 'year') ||
  topics.length > 0 ||
  conditions.some(({ is }) => is !== undefined)
    ? seeds
    : prefer;

/** How many must have rated the best rated holds of no other order. @param enough so many */
export const withoutEnough = (
  conditions: readonly Condition[],
  order: Order | null,
  enough: number,
): readonly Condition[] =>
  order === null || order.scheme === 'rating'
    ? conditions
    : conditions.filter(({ attribute, from }) => attribute !== 'ratings' || from !== enough);

/** What comes after the first of a list that was put in order; null where none was. */
export function nextOf(last: EarlierTurn | undefined): DialoguePlan | null {
  const draft = last?.plan.intent === 'choose' ? draftOf(last.plan) : null;
  const listed = last?.items.slice(1).map(({ title }) => title) ?? [];
  return draft === null || draft.order === null || listed.length === 0
    ? null
    : { intent: 'choose', steps: stepsOf({ ...draft, listed, count: null }), reply: '' };
}

/** What comparatives ask for, with the words that say how they were read. @param isTooMuch whether those are too old or too new @param names what is pointed at, else all that was found last */
export function comparison(
  { turns, catalogue: { years } }: DialogueView,
  isTooMuch: boolean,
  compared: readonly Compared[],
  names: readonly string[],
): Pick<Draft, 'conditions' | 'anchors'> & { readonly notes: readonly string[] } {
  const about = names.length > 0 ? names : (lastWithItems(turns)?.items ?? []).map(({ title }) => title);
  const [title] = about;
  const known = about.flatMap((one) => yearOf(one) ?? []);
  const others = compared.filter(({ attribute }) => attribute !== 'year');
  const anchors = title === undefined ? [] : others.map((one) => ({ title, ...one }));
  const dated = compared.find(({ attribute }) => attribute === 'year');
  if (dated === undefined || known.length === 0) return { conditions: [], anchors, notes: [] };
  const isAfter = dated.relation === 'after';
  const sorted = known.toSorted((one, other) => (isAfter ? one - other : other - one));
  const end = sorted.at(-1)!;
  // "Newer ones" are newer than most of a list; "too old" is said of all of it, unless the catalogue ends there.
  const isOfAll = isTooMuch && years !== null && (isAfter ? end < years.last : end > years.first);
  const year = isOfAll ? end : sorted[Math.floor(sorted.length / 2)]!;
  const notes = [`${isAfter ? 'Newer: after' : 'Older: before'} ${String(year)}.`];
  return { conditions: [{ attribute: 'year', [dated.relation]: year }], anchors, notes };
}
