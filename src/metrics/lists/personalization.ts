/**
 * @file Personalization: how little the lists of different people have in common, 1 − the mean cosine over pairs of people
 * (Zhou et al. 2010, "Solving the apparent diversity-accuracy dilemma of recommender systems", where lists of one length make
 * the cosine an overlap; SUBER, appendix F).
 */

/**
 * The personalization of the first k of each list, each list as the 0/1 vector of its items: 0 where all people get the
 * same, 1 where no two share an item. With u the vectors at unit length, the sum of the cosines of all unordered pairs is
 * (‖Σu‖² − Σ‖u‖²) / 2, so that no pair is looked at.
 * Edge cases: NaN for fewer than two lists; an empty list has cosine 0 with every other; repeats in a list count once.
 */
export function personalization<Id>(lists: readonly (readonly Id[])[], k: number): number {
  if (lists.length < 2) return NaN;
  const total = new Map<Id, number>();
  let norms = 0;
  for (const list of lists) {
    const items = new Set(list.slice(0, k));
    if (items.size > 0) norms += 1;
    for (const item of items) total.set(item, (total.get(item) ?? 0) + 1 / Math.sqrt(items.size));
  }
  const squared = [...total.values()].reduce((sum, value) => sum + value * value, 0);
  return 1 - (squared - norms) / (lists.length * (lists.length - 1));
}
