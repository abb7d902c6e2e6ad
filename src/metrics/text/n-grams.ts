/**
 * @file Runs of n tokens, counted: what BLEU and ROUGE-N compare.
 */

/** How often each n-gram occurs, its tokens joined by a space; tokens hold none. Empty where there are fewer than n tokens. */
export function countNGrams(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + n <= tokens.length; start += 1) {
    const nGram = tokens.slice(start, start + n).join(' ');
    counts.set(nGram, (counts.get(nGram) ?? 0) + 1);
  }
  return counts;
}

/** Occurrences that both have: each n-gram counts as often as where it is rarer ("clipped"). */
export function countCommon(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [nGram, count] of a) common += Math.min(count, b.get(nGram) ?? 0);
  return common;
}
