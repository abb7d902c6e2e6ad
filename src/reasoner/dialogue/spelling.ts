/** @file Typing errors in the words that the rules look for; titles and names have their own tolerance. */
import { editDistance } from '../../core/text/edit-distance.ts';
import { ownValue } from '../../core/own-value.ts';
import { edited, type Message } from './edited.ts';
import { GENRE_WORDS, tellingWords } from './lexicon.ts';

const WORDS =
  'comedy comedies funny thriller thrillers horror drama dramas romance romances romantic action adventure adventures animation animated cartoon cartoons fantasy documentary documentaries musical musicals western westerns mystery mysteries crime family children scary science fiction superhero movies films recommend suggest something anything similar directed director released between before after without newer older popular rated'.split(
    ' ',
  );
const KNOWN = new Set(WORDS);

/** A message as it was meant, and what was read otherwise than it is written. */
export interface Respelt extends Message {
  readonly notes: readonly string[];
}

function meant(word: string): string | null {
  if (word.length < 4 || KNOWN.has(word) || tellingWords(word).length === 0) return null;
  if (GENRE_WORDS.some(({ pattern }) => pattern.exec(word)?.[0] === word)) return null;
  const allowed = word.length < 10 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  for (const known of WORDS) {
    // First letters are seldom wrong, and a plural is no typing error.
    if (known[0] !== word[0] || word === `${known}s`) continue;
    const distance = editDistance(word, known, allowed);
    if (distance < least) [best, least] = [known, distance];
  }
  return best;
}

/** What items of other catalogues are called; the rules read of films. */
const NOUNS: Readonly<Record<string, RegExp>> = {
  book: /(?<!graphic )(?<![\p{L}\p{N}"'-])(?:e?books?|novels?|reads|paperbacks?)(?![\p{L}\p{N}"'-])/giu,
  product: /(?<![\p{L}\p{N}"'-])(?:e?gift cards?|products?|gifts?|presents?|cards?|vouchers?)(?![\p{L}\p{N}"'-])/giu,
};

/** Puts right words in small letters that are in no title and in no quotes; other nouns of items become the rules' own. */
export function respelt({ text, mentions }: Message, itemNoun: string): Respelt {
  const notes: string[] = [];
  let own: Message = { text, mentions };
  const of = (pattern: RegExp) => [...text.matchAll(pattern)];
  const others = itemNoun === 'film' ? [] : of(/(?<![\p{L}\p{N}"'-])(?:films?|movies?)(?![\p{L}\p{N}"'-])/giu);
  const nouns = of(ownValue(NOUNS, itemNoun) ?? /(?!)/gu);
  // What is for adults is not for children.
  const adults = of(/(?<=^|\s)for (?:the )?(?:grown[- ]?ups|adults)(?![\p{L}-])/gu);
  const words = of(/(?<![\p{L}\p{N}"'-])(?:(?<=^|[.!?] +)\p{L})?\p{Ll}+(?![\p{L}\p{N}"'-])/gu).filter(
    ({ index }) =>
      ![...nouns, ...others, ...adults].some((noun) => noun.index <= index && index < noun.index + noun[0].length),
  );
  for (const found of [...nouns, ...others, ...words, ...adults].sort((one, other) => other.index - one.index)) {
    const { 0: word, index } = found;
    const end = index + word.length;
    const quotes = text.slice(0, index).split('"').length - 1;
    const isNoun = nouns.includes(found);
    // The rules' own noun names nothing.
    const isNamed =
      !adults.includes(found) &&
      mentions.some((one) => one.start < end && one.end > index && (!isNoun || one.start < index || one.end > end));
    // What other catalogues hold is a subject here.
    const plain = adults.includes(found)
      ? 'not for children'
      : others.includes(found)
        ? 'cinema'
        : isNoun
          ? `${/^novel/iu.test(word) ? 'fiction ' : ''}film${word.endsWith('s') ? 's' : ''}`
          : meant(word.toLowerCase());
    const right = isNamed || quotes % 2 === 1 ? null : plain;
    if (right === null) continue;
    own = edited(own, [index, end], right);
    if (GENRE_WORDS.some(({ pattern }) => pattern.test(right))) notes.unshift(`By "${word}" I take "${right}".`);
  }
  return { ...own, notes };
}
