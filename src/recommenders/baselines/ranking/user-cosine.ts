/**
 * @file User-based neighbours: score(u, i) = Σ s_uv over the k people v most like u who had i, with
 * s_uv = |I_u ∩ I_v| / √(|I_u| |I_v|), where I_u are the items that u had (Herlocker et al. 1999, on who had what).
 */
import { count, defineBaseline } from '../baseline.ts';
import { rankingScorer } from '../scoring.ts';
import { columnsOf, lengthOf, type TrainingMatrix } from '../training-matrix.ts';

/** Cosines of a person with everybody, 0 with themselves. */
function similarities({ byUser, byItem, users }: TrainingMatrix, user: number): Float64Array {
  const similarity = new Float64Array(users.length);
  for (const item of columnsOf(byUser, user)) for (const other of columnsOf(byItem, item)) similarity[other]! += 1;
  const own = lengthOf(byUser, user);
  for (let other = 0; other < users.length; other += 1) {
    similarity[other]! /= Math.sqrt(own * lengthOf(byUser, other));
  }
  similarity[user] = 0;
  return similarity;
}

export const userCosine = defineBaseline({
  name: 'user-cosine',
  title: 'User kNN (cosine)',
  kind: 'ranking',
  reference:
    'Herlocker, Konstan, Borchers and Riedl 1999, An Algorithmic Framework for Performing Collaborative Filtering',
  hyperparameters: {
    neighbours: count('k, how many people count', 50, 1, 10_000),
  },
  async fit(train, { neighbours: k }) {
    return rankingScorer(train, {
      unknownItem: 0,
      scoresFor(user) {
        if (user < 0) return null;
        const similarity = similarities(train, user);
        const nearest = Int32Array.from(train.users.keys())
          .sort((a, b) => similarity[b]! - similarity[a]! || a - b)
          .subarray(0, k);
        const score = new Float64Array(train.items.length);
        for (const other of nearest) {
          for (const item of columnsOf(train.byUser, other)) score[item]! += similarity[other]!;
        }
        return (item) => score[item]!;
      },
    });
  },
});
