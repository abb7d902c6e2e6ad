/** @file Which items share a word with a few words: what is compared by words alone is near to nothing else. */
import { largest } from '../../core/numbers/extremes.ts';
import type { Item } from '../../core/dataset.ts';
import { log1p } from '../../core/numbers/elementary-functions.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import { itemText } from '../retrieval/item-text.ts';

/** Words that say nothing of what an item is about. */
const COMMON = new Set(
  'a about am an and are as at be been but by d did do does film films for from had has have he her him his how i in is it its just ll me movie movies my no not of on or our s she so some something t that the their them they this to us ve very was we were what which who will with without you your'.split(
    ' ',
  ),
);
const STEM = 4;
/** Words of so many letters may be written with one error. */
const LONG = 7;
/** What words of one stem may end in. */
const ENDING = /^(?:s|es|ed|er|ers|y|ic|ics|al|ing|ies|ist|ists|ian|ians|ism|e|ous|ation)?$/u;

/** British and American spellings are one word: `organised` and `organized`, `humour` and `humor`. */
const SPELT = /(?<=\p{L}{3})(?:our|is(?=(?:e[ds]?|ing|ations?|ers?)$))/gu;

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.replaceAll(SPELT, (part) => (part === 'is' ? 'iz' : 'or')),
  );
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

/** A word that was asked for, and the items that hold it. */
interface Held {
  readonly word: string;
  readonly items: ReadonlySet<Item>;
  /** How much it tells: the fewer hold it the more, from 0. */
  readonly weight: number;
}

/** Words that were asked for of a catalogue before: all of its words are gone through for each. */
const HELD = new WeakMap<readonly Item[], Map<string, Held | null>>();

function heldBy(word: string, items: readonly Item[]): Held | null {
  const known = HELD.get(items) ?? new Map<string, Held | null>();
  HELD.set(items, known);
  const before = known.get(word);
  if (before !== undefined) return before;
  const holding = new Set([...indexOf(items)].flatMap(([one, some]) => (isSameWord(one, word) ? [...some] : [])));
  const held = holding.size === 0 ? null : { word, items: holding, weight: log1p(items.length / holding.size) };
  known.set(word, held);
  return held;
}

/** For each word of a text that any item holds, those that hold it. */
const holdersOf = (text: string, items: readonly Item[]): readonly Held[] =>
  [...new Set(wordsOf(text))].flatMap((word) => (COMMON.has(word) ? [] : (heldBy(word, items) ?? [])));

const told = (some: readonly Held[]): number => some.reduce((sum, { weight }) => sum + weight, 0);

/** How much of what a text tells is told by those of its words that are kept, from 0 to 1: after "or" other words will do, and commas part what is told. */
function shareOf(text: string, items: readonly Item[]): (isKept: (one: Held) => boolean) => number {
  const parts = text.split(/, /u).map((part) =>
    part.split(/ or /u).flatMap((words) => {
      const known = holdersOf(words, items);
      return known.length === 0 ? [] : [known];
    }),
  );
  const weights = parts.map((any) => largest([0, ...any.map(told)]));
  const all = largest([Number.MIN_VALUE, weights.reduce((sum, one) => sum + one, 0)]);
  return (isKept) =>
    parts.reduce((sum, any, at) => {
      const shares = any.map((known) => told(known.filter(isKept)) / told(known));
      return sum + (largest([0, ...shares]) * weights[at]!) / all;
    }, 0);
}

/** Tells of an item of a catalogue which share its title and kinds hold of what these words tell, from 0 to 1. */
export function shareInHeading(text: string, items: readonly Item[]): (item: Item) => number {
  const share = shareOf(text, items);
  return (item) => {
    const own = headingWords(item);
    return share(({ word }) => own.some((one) => isSameWord(one, word)));
  };
}

/** The items of a catalogue whose titles, values and descriptions hold all of these words that any of them holds; after "or" other words will do. */
export function holdingWords(text: string, items: readonly Item[]): readonly Item[] {
  const any = text.split(/ or /u).flatMap((part) => {
    const known = holdersOf(part, items);
    return known.length === 0 ? [] : [known];
  });
  return any.length === 0 ? [] : items.filter((item) => any.some((known) => known.every((one) => one.items.has(item))));
}

/** Tells of an item of a catalogue which share it holds of what these words tell, as far as any item holds them, from 0 to 1. */
export function shareHeld(text: string, items: readonly Item[]): (item: Item) => number {
  const share = shareOf(text, items);
  return (item) => share((one) => one.items.has(item));
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
