/** @file The real ratings that baselines are measured on, and how they are measured. */
import { readFile } from 'node:fs/promises';
import type { Dataset, ItemId, UserId } from '../../src/core/dataset.ts';
import { createRandom, shuffled } from '../../src/core/random.ts';
import { importDataset } from '../../src/data/import/import-dataset.ts';
import { sourceFromBytes } from '../../src/data/import/source-files.ts';
import type { Split } from '../../src/data/split/leave-last-out.ts';
import { makeTasks } from '../../src/data/split/tasks.ts';
import type { Scorer } from '../../src/recommenders/baselines/baseline.ts';
import { ranked } from '../../src/recommenders/baselines/scoring.ts';
import { sharedFile } from '../shared.ts';
import { computed } from './benchmark.ts';

/** Where the data lies, for tests and benches that skip without it. */
export const ML_LATEST_SMALL = 'data/ml-latest-small.zip';

/** 100,836 ratings of 9,724 films by 610 people. */
export async function mlLatestSmall(): Promise<Dataset> {
  const bytes = new Uint8Array(await readFile(sharedFile(ML_LATEST_SMALL)));
  return importDataset(sourceFromBytes('ml-latest-small.zip', bytes), { signal: new AbortController().signal });
}

/** One list to rank: what the person went on to have, among what they never had. */
export interface RankingList {
  readonly user: UserId;
  readonly positive: ItemId;
  readonly candidates: readonly ItemId[];
}

/** Each person's held-out item among 99 others. */
export function rankingLists(dataset: Dataset, split: Split, seed: number): RankingList[] {
  const options = { type: 'direct-recommendation', shots: 0, candidates: 100, history: 0, seed } as const;
  return makeTasks(dataset, split, options).map(({ task, truth }) => {
    if (task.type !== 'direct-recommendation' || truth?.type !== 'choice') throw new Error('not a ranking task');
    return { user: task.user.id, positive: truth.item.id, candidates: task.candidates.map(({ id }) => id) };
  });
}

/** Quality over lists with one right item each. */
export interface RankingQuality {
  readonly hitRatio: number;
  readonly ndcg: number;
  readonly seconds: number;
}

/** HR@10 and NDCG@10, ties by the smaller item id, and the time that scoring took. */
export function rankingQuality(scorer: Scorer, lists: readonly RankingList[]): RankingQuality {
  const started = computed();
  const ranks = lists.map(({ user, positive, candidates }) =>
    ranked(candidates, scorer.score(user, candidates)).indexOf(positive),
  );
  const seconds = computed() - started;
  const hits = ranks.filter((rank) => rank < 10);
  const gain = hits.reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0);
  return { hitRatio: hits.length / lists.length, ndcg: gain / lists.length, seconds };
}

/** RMSE over held-out positions, and the time that predicting took. */
export function ratingQuality(scorer: Scorer, { interactions }: Dataset, heldOut: Int32Array) {
  const { user, item, rating } = interactions;
  const ofUser = new Map<UserId, number[]>();
  for (const position of heldOut) ofUser.set(user[position]!, [...(ofUser.get(user[position]!) ?? []), position]);
  const started = computed();
  let squares = 0;
  for (const [id, positions] of ofUser) {
    const predicted = scorer.score(
      id,
      positions.map((position) => item[position]!),
    );
    positions.forEach((position, index) => (squares += (predicted[index]! - rating[position]!) ** 2));
  }
  const seconds = computed() - started;
  return { rmse: Math.sqrt(squares / heldOut.length), seconds };
}

/** A random fifth of all interactions. */
export function randomFifth({ interactions }: Dataset, seed: number): Int32Array {
  const positions = shuffled([...interactions.user.keys()], createRandom(seed));
  return Int32Array.from(positions.slice(0, Math.floor(positions.length / 5))).sort();
}
