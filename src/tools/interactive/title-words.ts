/** @file Titles by the words that they hold, wherever those stand: `Amélie` in `Le Fabuleux destin d'Amélie Poulain`, `Lebowski` in `The Big Lebowski`. */
import { allowedTypos, plainWords } from './title-key.ts';
import { editDistance } from '../../core/text/edit-distance.ts';

/** A run of words that more titles hold is no name of any. */
const MOST_HOLDING = 5;
const SHORTEST = 4;
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
