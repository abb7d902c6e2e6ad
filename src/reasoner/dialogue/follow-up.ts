/** @file What a turn that changes a list takes from the last one beside its conditions: its order, what it is like, and what comes next in it. */
import type { Condition, DialoguePlan, EarlierTurn, Order } from '../../core/dialogue.ts';
import { draftOf, stepsOf, type Draft } from './draft.ts';

/** "And by Rotten Tomatoes?", after the worst rated, asks for the lowest there. */
export function reordered(before: Order | null, now: Order | null, text: string): Order | null {
  const isOfRatings = now?.scheme === 'most' && /rating|tomatoes/u.test(now.attribute);
  return isOfRatings && before?.scheme === 'least' && !/(?<!\p{L})(?:best|highest|top)(?!\p{L})/iu.test(text)
    ? { ...now, scheme: 'least' }
    : now;
}

/** "Older?", of what is for who likes Se7en, is to be like Se7en still. */
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
