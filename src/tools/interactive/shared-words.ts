/** @file Which items share a word with a few words: what is compared by words alone is near to nothing else. */
import type { Item } from '../../core/dataset.ts';
import { itemText } from '../retrieval/item-text.ts';

/** Words that say nothing of what an item is about. */
const COMMON = new Set(
  'a about an and are as at be but by film films for from has have in is it its movie movies of on or so some something that the their them they this to very was were what which who will with without you your'.split(
    ' ',
  ),
);
const STEM = 5;
const MOST_ENDING = 3;

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `robots` and `robotic`: the same word, or at least the same first five letters, with at most three others after them. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= STEM && Math.max(one.length, other.length) - same <= MOST_ENDING;
}

/** Tells of an item whether its text shares a word with these words. */
export function sharesWordWith(text: string): (item: Item) => boolean {
  const asked = wordsOf(text).filter((word) => !COMMON.has(word));
  return (item) => wordsOf(itemText(item)).some((word) => asked.some((own) => isSameWord(word, own)));
}
