/**
 * @file ROUGE-N (Lin 2004, section 2) with one reference: n-grams that hypothesis and reference share, clipped, as a share of
 * those of the hypothesis (precision), of the reference (recall), and the harmonic mean of both.
 */
import { countCommon, countNGrams } from './n-grams.ts';
import { overlapOf, type Overlap } from './overlap.ts';
import { rougeTokens } from './rouge-tokens.ts';

/**
 * ROUGE-N as rouge-score 0.1.2 computes it.
 * Edge cases: 0 where either text has fewer than n words, so for an empty reference, and for two equal texts of one word
 * with n = 2.
 * @param stem true where words are stemmed first
 */
export function rougeN(hypothesis: string, reference: string, n: number, stem: boolean): Overlap {
  const theirs = rougeTokens(hypothesis, stem);
  const right = rougeTokens(reference, stem);
  const common = countCommon(countNGrams(theirs, n), countNGrams(right, n));
  return overlapOf(common, theirs.length - n + 1, right.length - n + 1);
}
