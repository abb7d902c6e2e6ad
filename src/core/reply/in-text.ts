/** @file What a text says where a number, a truth value or a list is wanted: `4/5`, `yes`, `12, 5, 7`. */
import { isJsonObject, jsonList, type Json } from '../json.ts';
import { isScaleName, otherScale, scaleBehind } from './other-scale.ts';

const NUMBER = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:stars?|points?|★)?\.?\s*$/i;
const SHARED = /^\s*(\d+(?:\.\d+)?)(?=[\s/(,])/;
/** What may stand behind a share. */
const SHARE_END = /^\s{0,9}(?:stars?|points?|scale)?\s{0,9}\)?\.?\s*$/i;
/** Full stars and empty ones. */
const STARS = /^\s*(★+)(☆*)\s*$/u;

/** No number is written longer. */
const LONGEST_NUMBER = 60;

/** `4`, `4.5 stars`, and `4/5`, `4 (out of 5)` and `★★★★☆` where five is the most there is; null for anything else. */
export function numberIn(text: string, maximum?: number): number | null {
  if (text.length > LONGEST_NUMBER) return null;
  const plain = NUMBER.exec(text)?.[1];
  if (plain !== undefined) return Number(plain);
  if (maximum === undefined) return null;
  const [stars, full = '', empty = ''] = STARS.exec(text) ?? [];
  if (stars !== undefined) return full.length + empty.length === maximum ? full.length : null;
  const [whole = '', share] = SHARED.exec(text) ?? [];
  const behind = text.slice(whole.length);
  const scale = share === undefined ? null : scaleBehind(behind);
  return scale?.top === maximum && SHARE_END.test(behind.slice(scale.length)) ? Number(share) : null;
}

/** A number, the number that a text is, or the one of an object that says no other scale: `{"value": 4, "out_of": 5}`; null for anything else. */
export function numberWithin(value: Json, maximum?: number): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return numberIn(value, maximum);
  if (!isJsonObject(value) || otherScale(value, {}, maximum) !== null) return null;
  const [only, ...others] = Object.entries(value).filter(([name]) => !isScaleName(name));
  return only === undefined || others.length > 0 || !VALUED.test(only[0]) || typeof only[1] === 'object'
    ? null
    : numberWithin(only[1], maximum);
}

/** Names of a number within an object of its own. */
const VALUED = /^(?:value|number|rating(?:_?value)?|score|stars|answer)$/i;

const TRUE = new Set(['true', 'yes', '1']);
const FALSE = new Set(['false', 'no', '0']);

/** `yes`, `no`, 1 and 0; null for anything else. @param key a word in small letters, or a number as a text */
export function truthIn(key: string): boolean | null {
  if (TRUE.has(key)) return true;
  return FALSE.has(key) ? false : null;
}

/** True for `none`, `null`, `[]` and the like: an empty list, as a text. */
export const isNothing = (text: string): boolean =>
  /^[^\p{L}\p{N}]*(?:(?:none|null|nil|n\/a)[^\p{L}\p{N}]*)?$/iu.test(text);

const MARK = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/u;

/** The ways in which a text may be a list: JSON, one entry in a line, and, where the entries hold no commas, between commas. */
export function listsIn(
  text: string,
  { mayHoldCommas }: { readonly mayHoldCommas: boolean },
): readonly (readonly Json[])[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const parts = text.replace(/^\s*\[|\]\s*$/g, '').split(/[,;]|\s{1,4}and\s{1,4}/);
  const isNumbers = parts.every((part) => numberIn(part) !== null);
  return [
    listIn(text),
    lines.map((line) => line.replace(MARK, '').trim()),
    ...(mayHoldCommas && !isNumbers ? [] : [parts.map((part) => part.trim()).filter((part) => part !== '')]),
  ].filter((list) => list.length > 1);
}

function listIn(text: string): readonly Json[] {
  try {
    const value = JSON.parse(text) as Json;
    return jsonList(value);
  } catch {
    return [];
  }
}
