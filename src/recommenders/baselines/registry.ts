/**
 * @file The classical baselines by name. To add one: write its file, add it here.
 */
import { LabError } from '../../core/errors.ts';
import type { BaselineEntry } from './baseline.ts';
import { bprMatrixFactorization } from './ranking/bpr-matrix-factorization.ts';
import { bprMultilayerPerceptron } from './ranking/bpr-multilayer-perceptron.ts';
import { ease } from './ranking/ease.ts';
import { implicitAls } from './ranking/implicit-als.ts';
import { itemCosine } from './ranking/item-cosine.ts';
import { popularity, randomOrder } from './ranking/popularity.ts';
import { userCosine } from './ranking/user-cosine.ts';
import { biasedMatrixFactorization } from './rating/biased-matrix-factorization.ts';
import { ratingBlend } from './rating/blend.ts';
import { globalMean, userItemBias } from './rating/user-item-bias.ts';
import { itemNeighbourRatings } from './rating/item-neighbours.ts';
import { multilayerPerceptron } from './rating/multilayer-perceptron.ts';
import { fpmc } from './sequence/fpmc.ts';
import { markovChain } from './sequence/markov-chain.ts';
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
  userCosine,
  bprMatrixFactorization,
  bprMultilayerPerceptron,
  implicitAls,
  ease,
  markovChain,
  fpmc,
  sasrec,
];

export const TEXT_BASELINES: readonly TextBaselineEntry[] = [firstReview, textRankSentences];

export function baselineNamed(name: string): BaselineEntry {
  const entry = BASELINES.find((baseline) => baseline.name === name);
  if (entry !== undefined) return entry;
  const known = BASELINES.map((baseline) => baseline.name).join(', ');
  throw new LabError('name-unknown', `There is no baseline called ${name}; there are ${known}.`, { name });
}
