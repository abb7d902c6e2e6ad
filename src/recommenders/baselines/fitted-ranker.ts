/** @file A fitted baseline as the Rank tool uses it. */
import type { FittedRanker } from '../../tools/rank-tool.ts';
import type { BaselineEntry, Scorer } from './baseline.ts';
import { allButHad, ranked } from './baseline-recommender.ts';
import type { TrainingMatrix } from './training-matrix.ts';

/** A ranking baseline, fitted, as a ranker: the order that it answers tasks by. */
export const fittedRanker = ({ title }: BaselineEntry, scorer: Scorer, train: TrainingMatrix): FittedRanker => ({
  title,
  rank(user, among) {
    const items = among ?? allButHad(train, user, []);
    return ranked(items, scorer.score(user, items));
  },
});
