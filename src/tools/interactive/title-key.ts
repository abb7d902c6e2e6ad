/**
 * @file Titles as tolerant matching compares them: without capitals, accents, punctuation and articles, with numbers written one
 * way.
 */

import { ENGLISH_TITLES } from './english-titles.ts';
import type { Item } from '../../core/dataset.ts';
import { plainName } from '../../core/text/plain-name.ts';
import { plainWords } from '../../core/text/plain-words.ts';

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'];
const LAST_ARTICLE = /^(.*),\s*(the|a|an|le|la|les|l'|il|el|los|las|der|die|das)$/u;
const ARTICLE = /^(?:the|an|a) (?=.)/u;

/** A title without its article, wherever that stands: `Matrix, The` and `The Matrix` are `matrix`. */
export function titleKey(title: string): string {
  const moved = LAST_ARTICLE.exec(title.trim().toLowerCase())?.[1] ?? title;
  return plainWords(moved).replace(ARTICLE, '');
}

/** The key with numbers as digits: `rocky ii` → `rocky 2`, `oceans eleven` → `oceans 11`. */
export function numberedKey(key: string): string {
  const words = key.split(' ');
  return words
    .map((word, place) => {
      const spelt = NUMBER_WORDS.indexOf(word);
      if (spelt >= 0) return String(spelt);
      // A first word or a lone `i` is a word and no number: `I, Robot`, `The King and I`.
      const roman = place > 0 && word !== 'i' ? ROMAN.indexOf(word) : -1;
      return roman >= 0 ? String(roman + 1) : word;
    })
    .join(' ');
}

/** The key without spaces: `spider man` and `spiderman`. */
export const squashedKey = (key: string): string => numberedKey(key).replaceAll(' ', '');

/** How many letters may be wrong in a typed title. */
export function allowedTypos(key: string): number {
  if (key.length <= 3) return 0;
  if (key.length <= 5) return 1;
  if (key.length <= 9) return 2;
  return key.length <= 14 ? 3 : 4;
}

/** Names under which an item goes, whole ones first. */
export function namesOf(item: Item): { readonly whole: readonly string[]; readonly parts: readonly string[] } {
  const title = plainName(item.title);
  const bare = title.replaceAll(/ ?\([^()]*\)/gu, '').trim();
  const inBrackets = [...title.matchAll(/\(([^()]+)\)/gu)].map(([, name = '']) =>
    name.replace(/^a\.?k\.?a\.?\s+/iu, ''),
  );
  const pieces = bare.split(/ ?: | [-–] /u);
  const parts = pieces.length > 1 ? [pieces[0] ?? '', pieces.slice(1).join(' '), pieces.at(-1) ?? ''] : [];
  const english = ENGLISH_TITLES.get(bare) ?? '';
  return { whole: [title, bare, ...inBrackets, english].filter((name) => name !== ''), parts };
}

/** Rows by the names that they go under. */
export type Keys = Map<string, number[]>;

/** Enters a row under a name, once. */
export function addKey(keys: Keys, key: string, row: number): void {
  if (key === '') return;
  const rows = keys.get(key);
  if (rows === undefined) keys.set(key, [row]);
  else if (!rows.includes(row)) rows.push(row);
}
