/**
 * @file The segments *from–to* and *at least*: a bound and what it bounds are read apart, so that each works with each: "over two
 * hours", "no later than the 80s", "$20 or less".
 */
import type { Condition } from '../../core/dialogue.ts';
import type { Sentence, Taken } from './sentence.ts';
import { rule } from './vocabulary.ts';

/** Conditions, and how vague words were read. */
export interface Bounds {
  readonly conditions: readonly Condition[];
  readonly notes: readonly string[];
}

/** What several rules read, as one. */
export const joined = (all: readonly Bounds[]): Bounds => ({
  conditions: all.flatMap(({ conditions }) => conditions),
  notes: all.flatMap(({ notes }) => notes),
});

/** On which side of what is named something has to be. */
export type Side = 'after' | 'before' | 'from' | 'to' | 'about';
const SIDES: readonly Side[] = ['after', 'before', 'from', 'to', 'about'];
/** What "not" makes of a side. */
export const INVERSE = { after: 'to', before: 'from', from: 'before', to: 'after', about: 'about' } as const;

const REFUSED_HERE = rule('(<refused>|do not want) (<plain>|from|of|in|the)* $');

/** True where what was taken is refused by what stands before it. */
export const isRefused = (sentence: Sentence, { from }: Taken): boolean => REFUSED_HERE.test(sentence.rest(0, from));

/** The side that a rule with `<bound>` took; undefined where there was none. */
export const sideOf = (taken: Taken): Side | undefined => SIDES.find((side) => taken.part(side) !== undefined);

/** The bounds of a side of a span; "about" is two to either side. */
export function bounded(side: Side, [first, last]: readonly [number, number]): Omit<Condition, 'attribute'> {
  if (side === 'about') return { from: first - 2, to: last + 2 };
  return { [side]: side === 'after' || side === 'to' ? last : first };
}
