/** @file What a text says where a number, a truth value or a list is wanted: `4/5`, `yes`, `12, 5, 7`. */
import type { Json } from '../json.ts';

const NUMBER = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:stars?|points?)?\.?\s*$/i;
const SHARE =
  /^\s*(\d+(?:\.\d+)?)\s*(?:stars?|points?)?\s*\(?\s*(?:\/|out of)\s*(\d+(?:\.0+)?)\s*(?:stars?|points?)?\s*\)?\.?\s*$/i;

/** No number is written longer. */
const LONGEST_NUMBER = 60;

/** `4`, `4.5 stars`, and `4/5` where five is the most there is; null for anything else. */
export function numberIn(text: string, maximum?: number): number | null {
  if (text.length > LONGEST_NUMBER) return null;
  const plain = NUMBER.exec(text)?.[1];
  if (plain !== undefined) return Number(plain);
  const [, share, of] = SHARE.exec(text) ?? [];
  return share !== undefined && Number(of) === maximum ? Number(share) : null;
}

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
    jsonList(text),
    lines.map((line) => line.replace(MARK, '').trim()),
    ...(mayHoldCommas && !isNumbers ? [] : [parts.map((part) => part.trim()).filter((part) => part !== '')]),
  ].filter((list) => list.length > 1);
}

function jsonList(text: string): readonly Json[] {
  try {
    const value = JSON.parse(text) as Json;
    return Array.isArray(value) ? (value as readonly Json[]) : [];
  } catch {
    return [];
  }
}
