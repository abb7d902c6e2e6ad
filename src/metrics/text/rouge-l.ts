/**
 * @file ROUGE-L (Lin 2004, section 3.1) with one reference: words of the longest common subsequence, as a share of those of
 * the hypothesis (precision), of the reference (recall), and the harmonic mean of both (β = 1).
 */
import { overlapOf, type Overlap } from './overlap.ts';
import { rougeTokens } from './rouge-tokens.ts';

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
 * @param stem true where words are stemmed first
 */
export function rougeL(hypothesis: string, reference: string, stem: boolean): Overlap {
  const theirs = rougeTokens(hypothesis, stem);
  const right = rougeTokens(reference, stem);
  return overlapOf(longestCommonSubsequence(theirs, right), theirs.length, right.length);
}
