/** @file Which items share a word with a few words: what is compared by words alone is near to nothing else. */
import type { Item } from '../../core/dataset.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import { itemText } from '../retrieval/item-text.ts';

/** Words that say nothing of what an item is about. */
const COMMON = new Set(
  'a about an and are as at be but by film films for from has have in is it its movie movies of on or so some something that the their them they this to very was were what which who will with without you your'.split(
    ' ',
  ),
);
const STEM = 4;
/** Words of so many letters may be written with one error. */
const LONG = 7;
/** What words of one stem may end in. */
const ENDING = /^(?:s|es|ed|er|ers|y|ic|ics|al|ing|ies|ist|ists|ian|ians|ism|e|ation)?$/u;

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `robots` and `robotic`: the same word but for an ending, after at least the first letters. `Swordfish` is no sword. */
function isSameWord(one: string, other: string): boolean {
  if (one === other || one === `${other}s` || other === `${one}s`) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= STEM && ENDING.test(one.slice(same)) && ENDING.test(other.slice(same));
}

/** The words of a text of each item, taken apart once. */
function wordsOnce(textOf: (item: Item) => string): (item: Item) => readonly string[] {
  const words = new WeakMap<Item, readonly string[]>();
  return (item) => {
    const known = words.get(item) ?? [...new Set(wordsOf(textOf(item)))];
    words.set(item, known);
    return known;
  };
}
const knownWords = wordsOnce(itemText);

/** Tells of an item whether its text shares a word with these words. */
export function sharesWordWith(text: string): (item: Item) => boolean {
  const asked = wordsOf(text).filter((word) => !COMMON.has(word));
  return (item) => knownWords(item).some((word) => asked.some((own) => isSameWord(word, own)));
}

const headingWords = wordsOnce(({ title, attributes }) =>
  [title, attributes['categories'] ?? [], attributes['genres'] ?? []].flat().join(' '),
);

/** Tells of an item which share of these words its title and kinds hold, from 0 to 1. */
export function shareInHeading(text: string): (item: Item) => number {
  const asked = wordsOf(text).filter((word) => !COMMON.has(word));
  return (item) => {
    const own = headingWords(item);
    return asked.filter((word) => own.some((one) => isSameWord(one, word))).length / Math.max(1, asked.length);
  };
}

const textsOf = ({ title, attributes }: Item): string =>
  [title, ...Object.values(attributes).flatMap((value) => (typeof value === 'number' ? [] : [value].flat()))].join(' ');

/** Which items of a catalogue hold each word; made once. */
const INDEXES = new WeakMap<readonly Item[], ReadonlyMap<string, ReadonlySet<Item>>>();
function indexOf(items: readonly Item[]): ReadonlyMap<string, ReadonlySet<Item>> {
  const known = INDEXES.get(items);
  if (known !== undefined) return known;
  const index = new Map<string, Set<Item>>();
  for (const item of items)
    for (const word of wordsOf(textsOf(item))) {
      const holding = index.get(word);
      if (holding === undefined) index.set(word, new Set([item]));
      else holding.add(item);
    }
  INDEXES.set(items, index);
  return index;
}

/** For each word of a text that any item holds, those that hold it. */
function holdersOf(text: string, items: readonly Item[]): readonly ReadonlySet<Item>[] {
  const asked = wordsOf(text).filter((word) => !COMMON.has(word));
  return asked.flatMap((word) => {
    const forms = [...indexOf(items)].filter(([one]) => isSameWord(one, word));
    return forms.length === 0 ? [] : [new Set(forms.flatMap(([, some]) => [...some]))];
  });
}

/** The items of a catalogue whose titles, values and descriptions hold all of these words that any of them holds; after "or" other words will do. */
export function holdingWords(text: string, items: readonly Item[]): readonly Item[] {
  const any = text.split(/ or /u).flatMap((part) => {
    const known = holdersOf(part, items);
    return known.length === 0 ? [] : [known];
  });
  return any.length === 0 ? [] : items.filter((item) => any.some((known) => known.every((some) => some.has(item))));
}

/** Tells of an item of a catalogue which share it holds of these words that any item holds, from 0 to 1. */
export function shareHeld(text: string, items: readonly Item[]): (item: Item) => number {
  const known = holdersOf(text, items);
  return (item) => known.filter((some) => some.has(item)).length / Math.max(1, known.length);
}

/** The text with its long words that no item holds as they are probably meant: the first that differs by one letter, and not by the first. */
export function rightlyWritten(text: string, items: readonly Item[]): string {
  const known = [...indexOf(items).keys()];
  return text.replaceAll(/[\p{L}\p{M}]+/gu, (written) => {
    const [word = ''] = wordsOf(written);
    if (word.length < LONG || known.some((one) => isSameWord(one, word))) return written;
    return known.find((one) => one[0] === word[0] && editDistance(one, word, 1) === 1) ?? written;
  });
}
