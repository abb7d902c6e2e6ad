/** @file Typing errors in the words that the rules look for; titles and names have their own tolerance. */
import { editDistance } from '../../core/text/edit-distance.ts';
import { ownValue } from '../../core/own-value.ts';
import { edited, type Message } from './edited.ts';
import { GENRE_WORDS, tellingWords } from './lexicon.ts';

const WORDS =
  'comedy comedies funny thriller thrillers horror drama dramas romance romances romantic action adventure adventures animation animated cartoon cartoons fantasy documentary documentaries musical musicals western westerns mystery mysteries crime family children scary science fiction superhero movies films recommend suggest something anything similar directed director released between before after without newer older popular rated which really getting'.split(
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
const NOUNS: Readonly<Record<string, string>> = {
  book: '(?<!graphic )(?:e?books?|novels?|reads|paperbacks?)',
  product: 'e?gift ?cards?|products?|(?<!thank[ -]you )gifts?|presents?|cards?|vouchers?',
};

/** "Crime novels" are of a kind, whatever is called so. */
const isKind = (written: string): boolean => GENRE_WORDS.some(({ pattern }) => pattern.exec(written)?.[0] === written);

/** "A novel" is no more than its noun. */
const isTelling = (written: string): boolean => !isKind(written) && tellingWords(written).length > 0;

/** Puts right words in small letters that are in no title and in no quotes; other nouns of items become the rules' own. */
export function respelt({ text, mentions }: Message, itemNoun: string): Respelt {
  const notes: string[] = [];
  let own: Message = { text, mentions };
  const nouns = ownValue(NOUNS, itemNoun);
  // What other catalogues hold is a subject here.
  const films = nouns === undefined ? '(?!)' : 'films?|movies?';
  const words = new RegExp(
    `(?<![\\p{L}\\p{N}"'-])(?:(?<noun>${nouns ?? '(?!)'})|(?<film>${films})|(?<adults>for (?:the )?(?:grown[- ]?ups|adults))|\\p{L}+)(?![\\p{L}\\p{N}"'-])`,
    'giu',
  );
  for (const { 0: word, index, groups = {} } of [...text.matchAll(words)].reverse()) {
    const end = index + word.length;
    const before = text.slice(0, index);
    const { noun, film, adults } = groups;
    // The rules' own noun names nothing.
    const isNamed = mentions.some(
      (one) =>
        one.start < end &&
        one.end > index &&
        (noun === undefined ||
          one.end > end ||
          (one.start < index && isTelling(text.slice(one.start, index).trim().toLowerCase()))),
    );
    if ((isNamed && adults === undefined) || before.split('"').length % 2 === 0) continue;
    const isSmall = /^\p{Ll}/u.test(word) || /(?:^|[.!?] +)$/u.test(before);
    const plain = isSmall && /^.\p{Ll}+$/u.test(word) ? meant(word.toLowerCase()) : null;
    // What is for adults is not for children, which is said last so that it refuses nothing else.
    if (adults !== undefined) own = edited(own, [own.text.length, own.text.length], '. Not for children.');
    const right =
      noun !== undefined
        ? `${/^novel/iu.test(word) ? 'fiction ' : ''}film${word.endsWith('s') ? 's' : ''}`
        : film !== undefined
          ? 'cinema'
          : adults === undefined
            ? plain
            : '';
    if (right === null) continue;
    own = edited(own, [index, end], right);
    if (GENRE_WORDS.some(({ pattern }) => pattern.test(right))) notes.unshift(`By "${word}" I take "${right}".`);
  }
  return { ...own, notes };
}
