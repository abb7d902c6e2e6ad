/**
 * @file Personalization: how little the lists of different people have in common, 1 − the mean cosine over pairs of people
 * (Zhou et al. 2010, "Solving the apparent diversity-accuracy dilemma of recommender systems", where lists of one length make
 * the cosine an overlap; SUBER, appendix F).
 */

/**
 * The personalization of the first k of each list, each list as the 0/1 vector of its items: 0 where all people get the
 * same, 1 where no two share an item. With u the vectors at unit length, the cosines of all ordered pairs sum to
 * Σ over items of (Σu)² − Σu², so that no pair is looked at.
 * Edge cases: NaN for fewer than two lists; an empty list has cosine 0 with every other; repeats in a list count once.
 */
export function personalization<Id>(lists: readonly (readonly Id[])[], k: number): number {
  const weights = new Map<Id, { sum: number; squares: number }>();
  for (const list of lists) {
    const items = new Set(list.slice(0, k));
    const weight = 1 / Math.sqrt(items.size);
    for (const item of items) {
      const { sum, squares } = weights.get(item) ?? { sum: 0, squares: 0 };
      weights.set(item, { sum: sum + weight, squares: squares + weight * weight });
    }
  }
  const cosines = [...weights.values()].reduce((total, { sum, squares }) => total + sum * sum - squares, 0);
  return 1 - cosines / (lists.length * (lists.length - 1));
}
