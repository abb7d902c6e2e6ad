/**
 * @file Words as rouge-score cuts them, after the Perl script ROUGE-1.5.5.
 */
import { porterStem } from './porter-stem.ts';

/**
 * The words of a text: runs of a–z and 0–9 once it is in lower case. All else parts words, so accented letters cut theirs and
 * Chinese or emoji vanish.
 * @param stem true where words of more than three characters are stemmed
 */
export function rougeTokens(text: string, stem: boolean): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stem ? words.map((word) => (word.length > 3 ? porterStem(word) : word)) : words;
}
