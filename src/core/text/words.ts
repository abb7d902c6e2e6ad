/** @file Short texts in sentences and tables: counts, quotes, numbers, titles. */
import { smallest } from '../numbers/extremes.ts';

/** `1 step`, `2 steps`, `3 people`. @param nouns the plural, with an s where it is not given */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;

/** A text in quotes and in one line, cut to what can be read aloud. @param longest in characters */
export function quoted(text: string, longest = 240): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}”`;
}

/** Titles that a shop fills in where nobody wrote one. RecMind leaves them out (section 4.4), and so does the lab. */
const FILLED_IN = /^(?:one|two|three|four|five) stars?\W*$/i;

export function writtenHeading(heading: string | null | undefined): string | null {
  const text = heading?.trim() ?? '';
  return text === '' || FILLED_IN.test(text) ? null : text;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** `Heat (1995)`; the title alone where no year is known. */
export function titleWithYear({ title, year }: { readonly title: string; readonly year: number | null }): string {
  return year === null ? title : `${title} (${String(year)})`;
}

export const undated = (title: string): string => title.replace(/ \(\d{4}\)$/u, '');

/** `1,234,567`: a whole number, 0 or more, with its digits in threes. */
export function grouped(value: number): string {
  const digits = String(Math.trunc(value));
  const threes: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) threes.unshift(digits.slice(Math.max(0, end - 3), end));
  return threes.join(',');
}

export const short = (value: number): string => value.toFixed(2);

/** A rating that somebody gave: `4.0`, `4.5`, `3.97`. */
export const rating = (value: number): string => value.toFixed(2).replace(/0$/, '');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS = '(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Prof|Vol|vs|[A-HJ-Z])';
const ABBREVIATION = String.raw`(?:^|[^\p{L}])${WORDS}\.`;
const ABBREVIATED = new RegExp(`${ABBREVIATION}$`, 'u');

const LONGEST = 6;

export const isAbbreviated = (text: string): boolean => ABBREVIATED.test(text.slice(-LONGEST));

export const BETWEEN_SENTENCES = new RegExp(String.raw`(?<=[.!?])(?<!${ABBREVIATION})\s+`, 'u');

const SENTENCE = new RegExp(String.raw`(?:(?<!\p{L})${WORDS}\.(?=[\s\p{L}])|\d\.(?=\d)|[^.!?\n])+[.!?]*`, 'gu');

export const sentencesIn = (text: string): readonly string[] => text.match(SENTENCE) ?? [];

export const firstSentence = (text: string): string => text.split(BETWEEN_SENTENCES, 1)[0] ?? text;

/** Lower case, without accents; `&` as `and`; everything but letters and digits as single spaces. `The Matrix!` → `the matrix`. */
export function plainWords(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘`´]/gu, '');
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** By insertions, deletions, replacements and swaps of neighbours (optimal string alignment); `most + 1` for larger ones. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    if (smallest(current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length]!, most + 1);
}
