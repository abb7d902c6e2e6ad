/** @file Texts as tolerant matching compares them. */
import { smallest } from '../numbers/extremes.ts';

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
