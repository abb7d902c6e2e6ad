/** @file How alike two lists of numbers are ordered. */
import { square } from '../../../core/numbers/elementary-functions.ts';

/** Spearman's rank correlation; equal values share their mean rank. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (x.length - 1) / 2;
  let both = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < x.length; at += 1) {
    both += (x[at]! - mean) * (y[at]! - mean);
    left += square(x[at]! - mean);
    right += square(y[at]! - mean);
  }
  return both / Math.sqrt(left * right);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((i, j) => values[i]! - values[j]!);
  const result = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to += 1;
    for (let at = from; at <= to; at += 1) result[order[at]!] = (from + to) / 2;
    from = to + 1;
  }
  return result;
}
