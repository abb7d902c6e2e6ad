/** @file Popularity and item cosine against the lists and scores that LensKit and numpy gave. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Dataset, ItemId, UserId } from '../../../src/core/dataset.ts';
import { ranked } from '../../../src/recommenders/baselines/scoring.ts';
import { baselineNamed } from '../../../src/recommenders/baselines/registry.ts';
import { trainingMatrix } from '../../../src/recommenders/baselines/training-matrix.ts';
import { ML_LATEST_SMALL, mlLatestSmall } from '../../bench/ml-latest-small.ts';
import { describeWithShared, sharedFile } from '../../shared.ts';
import { fitContext } from './fitting.ts';

const ORACLE = 'oracles/ml-latest-small-loo.json.gz';

interface Expected {
  readonly popRank: number;
  readonly itemCosineRank: number;
  /** Of some people only. */
  readonly popScores?: readonly number[];
  readonly itemCosineScores?: readonly number[];
}

interface Oracle {
  readonly exact_metrics: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly users: readonly {
    readonly userId: UserId;
    readonly positive: ItemId;
    readonly negatives: readonly ItemId[];
    readonly expected: Expected;
  }[];
}

/** What the lists were made without: each person's last rating by time, of equal times that of the largest item id. */
function heldOutThere({ interactions: { user, item, time } }: Dataset): Int32Array {
  const last = new Map<UserId, number>();
  user.forEach((id, at) => {
    const known = last.get(id);
    const isLater =
      known === undefined || time[at]! > time[known]! || (time[at] === time[known] && item[at]! > item[known]!);
    if (isLater) last.set(id, at);
  });
  return Int32Array.from(last.values()).sort();
}

describeWithShared('on ml-latest-small, as LensKit and numpy have it,', [ML_LATEST_SMALL, ORACLE], () => {
  test.each([
    ['popularity', {}, 'popScores', 'popRank', 'popularity (train count)'],
    ['item-cosine', { neighbours: 0 }, 'itemCosineScores', 'itemCosineRank', 'numpy item cosine, all neighbours'],
  ] as const)(
    '%s gives the same scores and ranks',
    async (name, options, scoresOf, rankOf, metricsOf) => {
      const oracle = JSON.parse(gunzipSync(readFileSync(sharedFile(ORACLE))).toString()) as Oracle;
      const dataset = await mlLatestSmall();
      const train = trainingMatrix(dataset, heldOutThere(dataset));
      expect(train.byUser.column).toHaveLength(100_226);
      const scorer = await baselineNamed(name).create(options).fit(train, fitContext());
      const ranks = oracle.users.map(({ userId, positive, negatives, expected }) => {
        const items = [positive, ...negatives];
        const scores = scorer.score(userId, items);
        expected[scoresOf]?.forEach((score, at) => expect(Math.abs(scores[at]! - score)).toBeLessThan(1e-9));
        const rank = ranked(items, scores).indexOf(positive) + 1;
        expect(rank).toBe(expected[rankOf]);
        return rank;
      });
      const hits = ranks.filter((rank) => rank <= 10);
      const metrics = oracle.exact_metrics[metricsOf]!;
      expect(hits.length / ranks.length).toBeCloseTo(metrics['HR@10']!, 6);
      const ndcg = hits.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0) / ranks.length;
      expect(ndcg).toBeCloseTo(metrics['NDCG@10']!, 6);
    },
    60_000,
  );
});
