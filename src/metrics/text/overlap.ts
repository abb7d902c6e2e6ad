/**
 * @file How much two texts share, seen from either: what each ROUGE gives.
 */

/** Shares from 0 to 1. */
export interface Overlap {
  readonly precision: number;
  readonly recall: number;
  /** 2PR / (P + R); 0 where both are 0. */
  readonly f: number;
}

/** The overlap of `common` units; a text without units has a share of 0. */
export function overlapOf(common: number, inHypothesis: number, inReference: number): Overlap {
  const precision = common / Math.max(1, inHypothesis);
  const recall = common / Math.max(1, inReference);
  return { precision, recall, f: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
