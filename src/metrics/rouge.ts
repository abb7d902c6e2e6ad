/** @file ROUGE-N and ROUGE-L (Lin 2004, sections 2 and 3.1) with one reference, as rouge-score 0.1.2 computes them. */
import { countCommon, countNGrams } from './bleu.ts';

/** Shares from 0 to 1. */
export interface Overlap {
  readonly precision: number;
  readonly recall: number;
  /** 2PR / (P + R); 0 where both are 0. */
  readonly f: number;
}

/** The overlap of `common` units; a text without units has a share of 0. */
function overlapOf(common: number, inHypothesis: number, inReference: number): Overlap {
  const precision = common / Math.max(1, inHypothesis);
  const recall = common / Math.max(1, inReference);
  return { precision, recall, f: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/**
 * The words of a text: runs of a–z and 0–9 once it is in lower case. All else parts words, so accented letters cut theirs and
 * Chinese or emoji vanish. No word is stemmed.
 */
const rougeTokens = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/**
 * ROUGE-N as rouge-score 0.1.2 computes it.
 * Edge cases: 0 where either text has fewer than n words, so for an empty reference, and for two equal texts of one word
 * with n = 2.
 */
export function rougeN(hypothesis: string, reference: string, n: number): Overlap {
  const theirs = rougeTokens(hypothesis);
  const right = rougeTokens(reference);
  const common = countCommon(countNGrams(theirs, n), countNGrams(right, n));
  return overlapOf(common, theirs.length - n + 1, right.length - n + 1);
}

function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let above = new Int32Array(b.length + 1);
  for (const word of a) {
    const row = new Int32Array(b.length + 1);
    for (const [index, other] of b.entries())
      row[index + 1] = word === other ? above[index]! + 1 : Math.max(above[index + 1]!, row[index]!);
    above = row;
  }
  return above[b.length]!;
}

/**
 * ROUGE-L of the whole text as one sentence, as rouge-score 0.1.2 computes it (its `rougeL`, not `rougeLsum`).
 * Edge cases: 0 where either text has no words.
 */
export function rougeL(hypothesis: string, reference: string): Overlap {
  const theirs = rougeTokens(hypothesis);
  const right = rougeTokens(reference);
  return overlapOf(longestCommonSubsequence(theirs, right), theirs.length, right.length);
}
