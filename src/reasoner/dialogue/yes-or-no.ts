/** @file Questions that are answered by yes or no, from what was looked up. */
import type { LookedUp, ReplyView } from '../../core/dialogue.ts';
import { listed } from '../../trace/dialogue-problems.ts';
import { GENRE_WORDS, tellingWords } from './lexicon.ts';

const DID = /^\s*(?:and |so )?did\s+([\p{L} .'-]{2,40}?)\s+(?:direct|make|write)\b/iu;
const IS_BY = /^\s*(?:and |so )?(?:is|was)\b.*\b(?:by|directed by|made by|written by)\s+([\p{L} .'-]{2,40}?)\W*$/iu;
const IN_YEAR = /^\s*(?:and |so )?(?:is|was|did)\b.*\b(in|before|after|since|newer than|older than)\s+(\d{4})\W*$/iu;
const THIS_CENTURY = /(?<!\p{L})(?:this|the (?:21st|twenty-first)) century(?!\p{L})/iu;
const YES_OR_NO = /^\W*(?:and |so |but |ok )*(?:is|are|was|does|do|did|can|could|will|has)(?!\p{L})/iu;
const OF_KIND = /^\s*(?:and\s+|so\s+)?(?:is|was)\b(?:.*\ban?\s+(.+)|.+\s([\p{L}-]+)\W*)$/iu;

/** "Did Spielberg direct Jaws?", "Is Heat a comedy?": answered by what the catalogue says; empty where the question is another. */
export function yesOrNo({ facts }: LookedUp, asked: string): string {
  const text = asked.split(/(?<=[.!?])\s+/u).at(-1) ?? '';
  const said = (isSo: boolean): string => (isSo ? 'Yes: ' : 'No: ');
  const person = (DID.exec(text) ?? IS_BY.exec(text))?.[1]?.toLowerCase();
  const maker = (facts['director'] ?? facts['author'])?.toLowerCase();
  if (person !== undefined && maker !== undefined)
    return said(person.split(/[^\p{L}]+/u).every((word) => maker.includes(word)));
  const [, when = '', year = ''] = IN_YEAR.exec(text) ?? [];
  if (when !== '' && facts['year'] !== undefined) {
    const later = Math.sign(Number(facts['year']) - Number(year));
    const wanted = /^(?:before|old)/iu.test(when) ? [-1] : /^in/iu.test(when) ? [0] : /^s/iu.test(when) ? [0, 1] : [1];
    return said(wanted.includes(later));
  }
  if (THIS_CENTURY.test(text) && facts['year'] !== undefined) return said(Number(facts['year']) > 2000);
  const genres = facts['genre']?.toLowerCase().split(', ');
  const [, noun, adjective] = OF_KIND.exec(text) ?? [];
  const kind = (noun ?? adjective)?.toLowerCase() ?? '';
  const words = GENRE_WORDS.filter(({ pattern }) => pattern.test(kind));
  if (genres === undefined || words.length === 0) return '';
  return said(words.every(({ names }) => names.every((group) => group.some((name) => genres.includes(name)))));
}

/** "Does it work on an Xbox?": which words of the question all that was looked up does not hold. */
export function unsaid({ title, facts }: LookedUp, { text, itemNoun }: ReplyView): string {
  const [only, ...others] = Object.keys(facts);
  if (only !== 'description' || others.length > 0 || !YES_OR_NO.test(text)) return '';
  const said = `${title} ${facts[only] ?? ''}`.toLowerCase();
  const words = tellingWords(text.toLowerCase()).filter((word) => !said.includes(word.replace(/(?:es|s)$/u, '')));
  const missing = words.map((word) => `"${word}"`);
  return missing.length === 0
    ? ''
    : `I cannot say: what is said of this ${itemNoun} does not speak of ${listed(missing, 'or')}. `;
}
