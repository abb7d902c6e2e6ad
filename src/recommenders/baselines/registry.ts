/** @file The classical baselines by name. To add one: write its file, add it here. */
import { LabError } from '../../core/errors.ts';
import type { BaselineEntry } from './baseline.ts';
import { bprMatrixFactorization, bprMultilayerPerceptron } from './ranking/bpr.ts';
import { ease } from './ranking/least-squares.ts';
import { itemCosine, markovChain, popularity, randomOrder } from './ranking/counts.ts';
import { biasedMatrixFactorization, ratingBlend, multilayerPerceptron } from './rating/factors.ts';
import { globalMean, userItemBias, itemNeighbourRatings } from './rating/neighbours.ts';
import { sasrec } from './sequence/sasrec.ts';
import { firstReview, type TextBaselineEntry, textRankSentences } from './text/text-baseline.ts';

/** All baselines that score items: for ratings, for rankings, for sequences, the simpler ones first. */
export const BASELINES: readonly BaselineEntry[] = [
  globalMean,
  userItemBias,
  itemNeighbourRatings,
  biasedMatrixFactorization,
  ratingBlend,
  multilayerPerceptron,
  randomOrder,
  popularity,
  itemCosine,
  bprMatrixFactorization,
  bprMultilayerPerceptron,
  ease,
  markovChain,
  sasrec,
];

export const TEXT_BASELINES: readonly TextBaselineEntry[] = [firstReview, textRankSentences];

export function baselineNamed(name: string): BaselineEntry {
  const entry = BASELINES.find((baseline) => baseline.name === name);
  if (entry !== undefined) return entry;
  const known = BASELINES.map((baseline) => baseline.name).join(', ');
  throw new LabError('name-unknown', `There is no baseline called ${name}; there are ${known}.`, { name });
}
