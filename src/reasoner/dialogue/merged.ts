/** @file Conditions of the last request and of this turn together: what takes the place of what, by one table. */
import type { Condition } from '../../core/dialogue.ts';
import type { Anchor } from './draft.ts';
import { KINDS, NUMBERS } from './lexicon.ts';

const isBound = ({ attribute, is, not }: Condition): boolean =>
  not === undefined && (is === undefined || NUMBERS.has(attribute));

const isWantedKind = ({ attribute, is }: Condition): boolean =>
  is !== undefined && (KINDS.has(attribute) || attribute === 'text');

const holds = (values: readonly string[] = [], value: string): boolean => values.includes(value);

/** When a condition of this turn takes the place of one on the same attribute. */
const REPLACES: readonly ((now: Condition, old: Condition, isInstead: boolean) => boolean)[] = [
  // Of years and numbers the new bounds hold.
  (now, old) => isBound(now) && isBound(old),
  // An item has several kinds, and of most else one.
  (now, old, isInstead) => now.is !== undefined && old.is !== undefined && (isInstead || !KINDS.has(old.attribute)),
  // What is refused now is wanted no longer, and the other way round.
  (now, old) => old.is?.every((value) => holds(now.not, value)) === true,
  (now, old) => old.not?.some((value) => holds(now.is, value)) === true,
];

/** "From the 80s", then "newer": newer and still from the 80s, as long as there is anything between. */
function withinSpan(one: Condition, old: Condition | undefined): Condition {
  const { from, to } = old ?? {};
  if (typeof from !== 'number' || typeof to !== 'number') return one;
  if (typeof one.after === 'number' && one.after < to) return { ...one, to };
  return typeof one.before === 'number' && from < one.before ? { ...one, from } : one;
}

/**
 * The conditions that hold after a turn.
 * @param isInstead whether what is wanted takes the place of what was wanted, and is not asked for besides
 * @param compared those of this turn that compare with what was shown
 */
export function merged(
  before: readonly Condition[],
  now: readonly Condition[],
  isInstead: boolean,
  compared: readonly Condition[] = [],
): readonly Condition[] {
  // A kind and a subject of it are another wish altogether: "rather a documentary, about food".
  const kinds = new Set(now.filter(isWantedKind).map(({ attribute }) => attribute));
  const isOther = isInstead && kinds.size > 1;
  const kept = before.filter(
    (old) =>
      !(isOther && isWantedKind(old)) &&
      !now.some((one) => one.attribute === old.attribute && REPLACES.some((rule) => rule(one, old, isInstead))),
  );
  const spans = before.filter(isBound);
  return [
    ...kept,
    ...now.map((one) =>
      compared.includes(one)
        ? withinSpan(
            one,
            spans.find(({ attribute }) => attribute === one.attribute),
          )
        : one,
    ),
  ];
}

/** The conditions without values that were taken back, such as `genre: Horror`. */
export function withoutForgotten(conditions: readonly Condition[], forgotten: readonly string[]): readonly Condition[] {
  return conditions.flatMap((condition) => {
    const { attribute, is, not } = condition;
    const left = (is ?? not ?? []).filter((value) => !forgotten.includes(`${attribute}: ${value}`));
    if (left.length === (is ?? not ?? []).length) return [condition];
    return left.length === 0 ? [] : [{ attribute, [is === undefined ? 'not' : 'is']: left }];
  });
}

/** What is said of values that were taken back. */
export const forgottenNote = (forgotten: readonly string[]): readonly string[] =>
  forgotten.length === 0 ? [] : [`Forgotten: ${forgotten.map((value) => value.replace(': ', ' ')).join(', ')}.`];

/** "A bit longer" of short ones goes beyond what "short" was read as. */
const isBeyond = ({ attribute, relation }: Anchor, { attribute: bound, from, to }: Condition): boolean =>
  bound === attribute && (relation === 'after' ? from === undefined : to === undefined);

/** Conditions without those that comparatives go beyond; another order is of all that there is, also of what was named before. */
export const heldOn = (conditions: readonly Condition[], anchors: readonly Anchor[], isOrdered: boolean): Condition[] =>
  conditions.filter(
    (one) =>
      !anchors.some((anchor) => isBeyond(anchor, one)) &&
      !(isOrdered && one.attribute === 'title' && one.not !== undefined),
  );
