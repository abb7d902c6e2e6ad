/**
 * @file Leave-last-out as MACRec cuts it (Wang et al. 2024, and its public code): each person's first interaction is always
 * in training; of the rest the last is for testing and the one before it for development. Its 7 (or, by default, 9)
 * negatives are 8 (or 10) candidates of a task; here they are drawn from the items that there are, and never from the
 * person's own.
 */
import type { Dataset } from '../../core/dataset.ts';
import { chronologies, type Split } from './leave-last-out.ts';

/** What of MACRec's cut to ask about. */
export interface MacRecOptions {
  /** `dev` holds the interaction for testing out as well. */
  readonly part: 'test' | 'dev';
  /** Only targets rated at least so are asked about; MACRec takes 4 for sequential recommendation. Null for all. */
  readonly minTargetRating: number | null;
}

/** Splits a dataset; the order of equal times is drawn by lot, as MACRec leaves it to chance. */
export function macRecSplit(dataset: Dataset, { part, minTargetRating }: MacRecOptions): Split {
  const { rating } = dataset.interactions;
  const targets: number[] = [];
  const heldOut: number[] = [];
  for (const ofUser of chronologies(dataset).values()) {
    const afterFirst = ofUser.slice(1);
    const [dev, test] = afterFirst.length > 1 ? afterFirst.slice(-2) : [undefined, afterFirst[0]];
    const hidden = (part === 'dev' ? [dev, test] : [test]).filter((position) => position !== undefined);
    const target = part === 'dev' ? dev : test;
    for (const one of hidden) heldOut.push(one);
    if (target === undefined) continue;
    if (minTargetRating === null || (rating[target] ?? Number.NaN) >= minTargetRating) targets.push(target);
  }
  return { targets: Int32Array.from(targets).sort(), heldOut: Int32Array.from(heldOut).sort() };
}
