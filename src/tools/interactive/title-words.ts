/** @file Titles by the words that they hold, wherever those stand: `Amélie` in `Le Fabuleux destin d'Amélie Poulain`, `Lebowski` in `The Big Lebowski`. */
import { allowedTypos } from './title-key.ts';
import { plainWords } from '../../core/text/plain-words.ts';
import { editDistance } from '../../core/text/edit-distance.ts';

/** A run of words that more titles hold is no name of any. */
const MOST_HOLDING = 5;
const SHORTEST = 4;
/** A word that more titles hold tells of none of them. */
const MOST_VOTES = 60;
const LEAST_TELLING = 3;
const LEAST_SHARE = 0.6;
const MOST_BETWEEN = 3;
const isTelling = (word: string): boolean => word.length >= LEAST_TELLING && word !== 'the' && word !== 'and';
const ELISION = /(?<![\p{L}\p{N}])(?:d|l|qu|j|s|n)['’](?=\p{L})/giu;

const wordsOf = (title: string): string => plainWords(title.replaceAll(ELISION, ' '));

/** The titles of a catalogue by their words. */
export class TitleWords {
  private readonly titles: readonly string[];
  private readonly holding = new Map<string, number[]>();

  /** @param titles by their row */
  constructor(titles: readonly string[]) {
    this.titles = titles.map(wordsOf);
    this.titles.forEach((title, row) => {
      for (const word of new Set(title.split(' '))) {
        const rows = this.holding.get(word);
        if (rows === undefined) this.holding.set(word, [row]);
        else rows.push(row);
      }
    });
  }

  /**
   * The titles of which most words stand in a text close to each other, in their order, whatever stands between: the row, and from which
   * to which word. Three words at least, of three letters or more.
   */
  voted(words: readonly string[]): { readonly row: number; readonly first: number; readonly last: number }[] {
    const places = new Map<number, Map<string, number>>();
    for (const [at, word] of words.entries()) {
      const rows = !isTelling(word) ? [] : (this.holding.get(word) ?? []);
      if (rows.length > MOST_VOTES) continue;
      for (const row of rows) places.set(row, (places.get(row) ?? new Map<string, number>()).set(word, at));
    }
    return [...places].flatMap(([row, byWord]) => {
      const at = [...byWord.values()].sort((one, other) => one - other);
      const own = this.titles[row]!.split(' ').filter(isTelling);
      const [first = 0, last = 0] = [at[0], at.at(-1)];
      const isClose = last - first <= own.length + MOST_BETWEEN;
      return at.length >= Math.max(3, LEAST_SHARE * own.length) && isClose ? [{ row, first, last }] : [];
    });
  }

  /** Whether a title holds a word. */
  holds(word: string): boolean {
    return this.holding.has(word);
  }

  /** The rows of the titles that hold these words one after the other; none where too many do, or where the words are short. */
  rows(written: string): readonly number[] {
    const words = wordsOf(written);
    const [first = ''] = words.split(' ');
    if (words.length < SHORTEST) return [];
    const rows = (this.holding.get(first) ?? []).filter((row) => ` ${this.titles[row] ?? ''} `.includes(` ${words} `));
    return rows.length > MOST_HOLDING ? [] : rows;
  }
}

/** True where one is written for the other word by word: as many words, each with few wrong letters and its first letter right. */
export function isMiswritten(written: string, meant: string): boolean {
  const [one, other] = [written.split(' '), meant.split(' ')];
  return (
    one.length === other.length &&
    one.every((word, at) => {
      const right = other[at] ?? '';
      const allowed = allowedTypos(word);
      return word === right || (word[0] === right[0] && editDistance(word, right, allowed) <= allowed);
    })
  );
}

/** What is written as a name from a position on: words with capitals, or one that is said to be liked. */
export function nameAt(text: string, start: number): string {
  const capitals =
    /^\p{Lu}[\p{L}\p{M}'’]+(?:(?: (?:of|the|and|a|in|to|for|on|de|la|le)){0,2} \p{Lu}[\p{L}\p{M}'’]+)*(?![\p{L}\p{N}])/u.exec(
      text.slice(start),
    )?.[0];
  const isStart = /(?:^|[.!?:] )\W*$/u.test(text.slice(0, start));
  if (capitals !== undefined) return isStart && !capitals.includes(' ') ? '' : capitals;
  const isLiked = /(?<!\p{L})(?:lik|lov|enjoy|ador)(?:ed?|ed)\s+$/iu.test(text.slice(0, start));
  return isLiked ? (/^[\p{L}\p{M}]{5,}(?=\s*(?:[,.;!?]|$))/u.exec(text.slice(start))?.[0] ?? '') : '';
}

/** Where a word ends: the last point of `E.T.` belongs to it, that of a sentence does not. */
export function wordEnd(word: string): number {
  let end = word.length;
  while (/(?:(?<!\.\p{L})\.|[-'’])$/u.test(word.slice(Math.max(0, end - 4), end))) end -= 1;
  return end;
}
