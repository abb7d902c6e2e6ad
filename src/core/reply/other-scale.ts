/** @file Where a reply says that its number is of another scale than the one that was asked for: `4 (out of 10)`, `{"rating": 4, "scale": 10}`. */
import { isJsonList, isJsonObject, type Json } from '../json.ts';

/** Names of members that say what a rating is of. */
const NAMES =
  /^(?:scale|out_?of|of|max(?:imum)?(?:_?(?:rating|score|value))?|(?:rating_?)?scale(?:_?max)?|best_?rating)$/i;
export const isScaleName = (name: string): boolean => NAMES.test(name);
const LAST_NUMBER = /(\d+(?:\.\d+)?)\D*$/;

const numberOf = (value: Json): number | null => {
  if (typeof value === 'number') return value;
  if (isJsonList(value)) return numberOf(value.at(-1) ?? null);
  if (isJsonObject(value)) return numberOf(value['max'] ?? value['maximum'] ?? null);
  const number = typeof value === 'string' && value.length < 40 ? LAST_NUMBER.exec(value)?.[1] : undefined;
  return number === undefined ? null : Number(number);
};

/**
 * The top of the scale that the members of an object name, where that is another one than `maximum`; else null.
 * @param properties what was asked for, which names no scale
 */
export function otherScale(
  members: Readonly<Record<string, Json>>,
  properties: object,
  maximum: number | undefined,
): number | null {
  if (maximum === undefined) return null;
  const [told] = Object.entries(members).flatMap(([name, value]) =>
    isScaleName(name) && !Object.hasOwn(properties, name) ? (numberOf(value) ?? []) : [],
  );
  return told === undefined || told === maximum ? null : told;
}

/** Words behind a number that say what it is of: `out of 10`, `/10`, `on a scale from 1 to 10`, `on a 10-point scale`. */
const BEHIND =
  /^[\s,(*_–—-]{0,8}(?:stars?|points?)?[\s,(*_–—-]{0,8}(?:\/|(?:out )?of\b|on (?:a|the)\b)[^\d\n.;]{0,30}(\d+(?:\.\d+)?(?:\s{0,2}(?:to|-|–)\s{0,2}\d+)?)(?:\.0+)?/iu;

/** A scale that words behind a number begin with. */
export interface ToldScale {
  readonly top: number;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** The scale that the words behind a number begin with; null where they tell none. */
export function scaleBehind(words: string): ToldScale | null {
  const [whole = '', told = ''] = BEHIND.exec(words) ?? [];
  return told === '' ? null : { top: Number(LAST_NUMBER.exec(told)?.[1]), length: whole.length };
}

/** The top of a scale in brackets, as in `Rating (1-10): 8`; null where they hold no number. */
export const scaleIn = (words: string): number | null => numberOf(words);
