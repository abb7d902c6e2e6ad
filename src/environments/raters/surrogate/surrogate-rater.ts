/**
 * @file A small model fitted on ratings that another rater, its teacher, gave for an environment's people and items: one ridge
 * regression a person on the items' features, held near the regression of all people together. It answers in microseconds, knows
 * nobody else, and looks at no history. Its error is measured on ratings that it was not fitted on.
 */
import { throwIfAborted } from '../../../core/errors.ts';
import { normalDraw } from '../../../core/normal-draw.ts';
import type { Random } from '../../../core/random.ts';
import type { RatedItem, RatedPerson, Rater, RaterReply, RaterScale, RatingRequest } from '../../../core/rater.ts';
import type { SurrogateQuality } from '../../../core/simulation.ts';
import type { Catalogue } from '../../catalogue.ts';
import { itemFeatures } from '../../item-features.ts';
import { solvePositive } from './solve.ts';

/** A surrogate: a rater, its expectation, and how good it is. */
export interface Surrogate {
  readonly rater: Rater;
  readonly quality: SurrogateQuality;
  /** The expected rating by places, on the scale. */
  expected(user: number, item: number): number;
  /** A row of weights for each person, on the features. */
  readonly weights: readonly Float64Array[];
  readonly features: readonly Float32Array[];
}

/** How a surrogate is fitted. */
export interface SurrogateOptions {
  /** Ratings asked for each person. */
  readonly ratingsAPerson: number;
  /** Every so many of them is held out: 5 for a fifth. */
  readonly holdOutEvery: number;
  /** How strongly a person's weights are held at those of all. */
  readonly ridge: number;
}

/** The usual settings. */
export const SURROGATE_DEFAULTS: SurrogateOptions = { ratingsAPerson: 100, holdOutEvery: 5, ridge: 1 };

interface Taught {
  readonly item: number;
  readonly expected: number;
  readonly isHeldOut: boolean;
}

/** The id of surrogates. */
export const SURROGATE_ID = 'surrogate';

/**
 * Asks the teacher and fits.
 * @throws LabError `aborted`, or what the teacher throws
 */
export async function fitSurrogate(
  teacher: Rater,
  catalogue: Catalogue,
  scale: RaterScale,
  {
    random,
    signal,
    options = SURROGATE_DEFAULTS,
    onRating = () => undefined,
  }: {
    readonly random: Random;
    readonly signal: AbortSignal;
    readonly options?: SurrogateOptions;
    /** Told how many ratings the teacher was asked for so far. */
    readonly onRating?: (done: number) => void;
  },
): Promise<Surrogate> {
  const features = itemFeatures(catalogue.items);
  const noises: number[] = [];
  let failures = 0;
  const taught: Taught[][] = [];
  for (const [user, person] of catalogue.people.entries()) {
    throwIfAborted(signal);
    const draws = random.fork(`surrogate ${user}`);
    const ratings: Taught[] = [];
    for (let at = 0; at < options.ratingsAPerson; at += 1) {
      const item = draws.integer(catalogue.items.length);
      const request = { person, item: catalogue.items[item]!, history: [], timesBefore: 0, scale };
      const reply = await teacher.rate(request, { random: draws.fork(`rating ${at}`), signal });
      onRating(user * options.ratingsAPerson + at + 1);
      if (reply.rating === null) {
        failures += 1;
        continue;
      }
      noises.push(reply.rating - reply.expected);
      ratings.push({
        item,
        expected: reply.expected,
        isHeldOut: at % options.holdOutEvery === options.holdOutEvery - 1,
      });
    }
    taught.push(ratings);
  }
  const weights = fitWeights(taught, features, options.ridge);
  const expected = expectation(weights, features, scale);
  const noise = Math.sqrt(noises.reduce((sum, one) => sum + one * one, 0) / Math.max(1, noises.length));
  const quality = { teacher: teacher.id, failures, noise, ...measure(taught, expected) };
  return { rater: createSurrogateRater(catalogue, expected, noise), quality, expected, weights, features };
}

/** What of a surrogate is kept; with its people and items it is the surrogate again. */
export interface FittedSurrogate {
  readonly quality: SurrogateQuality;
  readonly weights: readonly (readonly number[])[];
}

/** A surrogate that was fitted before, on the same people and items. */
export function restoreSurrogate(
  { quality, weights: kept }: FittedSurrogate,
  catalogue: Catalogue,
  scale: RaterScale,
): Surrogate {
  const features = itemFeatures(catalogue.items);
  const weights = kept.map((row) => Float64Array.from(row));
  const expected = expectation(weights, features, scale);
  return { rater: createSurrogateRater(catalogue, expected, quality.noise), quality, expected, weights, features };
}

function expectation(
  weights: readonly Float64Array[],
  features: readonly Float32Array[],
  scale: RaterScale,
): Surrogate['expected'] {
  return (user, item) => {
    const value = product(weights[user]!, features[item]!);
    return Math.max(scale.min, Math.min(scale.max, value));
  };
}

function fitWeights(
  taught: readonly (readonly Taught[])[],
  features: readonly Float32Array[],
  ridge: number,
): Float64Array[] {
  const size = features[0]?.length ?? 1;
  const used = taught.map((ratings) => ratings.filter(({ isHeldOut }) => !isHeldOut));
  const all = ridgeTo(used.flat(), features, new Float64Array(size), ridge);
  return used.map((ratings) => ridgeTo(ratings, features, all, ridge));
}

/** argmin Σ (r − ⟨w, x⟩)² + ridge ‖w − prior‖². */
function ridgeTo(
  ratings: readonly Taught[],
  features: readonly Float32Array[],
  prior: Float64Array,
  ridge: number,
): Float64Array {
  const size = prior.length;
  const matrix = new Float64Array(size * size);
  const right = prior.map((weight) => ridge * weight);
  for (let at = 0; at < size; at += 1) matrix[at * size + at] = ridge;
  for (const { item, expected } of ratings) {
    const row = features[item]!;
    for (let i = 0; i < size; i += 1) {
      if (row[i] === 0) continue;
      right[i] = right[i]! + expected * row[i]!;
      for (let j = 0; j < size; j += 1) matrix[i * size + j] = matrix[i * size + j]! + row[i]! * row[j]!;
    }
  }
  return solvePositive(matrix, right);
}

function product(weights: Float64Array, row: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += weights[at]! * row[at]!;
  return sum;
}

function measure(
  taught: readonly (readonly Taught[])[],
  expected: (user: number, item: number) => number,
): Pick<SurrogateQuality, 'fitted' | 'heldOut' | 'rmse' | 'deviation' | 'rankCorrelation'> {
  const pairs = taught.flatMap((ratings, user) =>
    ratings.filter(({ isHeldOut }) => isHeldOut).map((one) => [one.expected, expected(user, one.item)] as const),
  );
  const truth = pairs.map(([one]) => one);
  const mean = truth.reduce((sum, one) => sum + one, 0) / truth.length;
  const meanSquare = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one * one, 0) / values.length;
  return {
    fitted: taught.flat().length - pairs.length,
    heldOut: pairs.length,
    rmse: Math.sqrt(meanSquare(pairs.map(([one, other]) => one - other))),
    deviation: Math.sqrt(meanSquare(truth.map((one) => one - mean))),
    rankCorrelation: spearman(
      truth,
      pairs.map(([, other]) => other),
    ),
  };
}

/** Spearman's rank correlation; equal values share their mean rank. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (x.length - 1) / 2;
  let both = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < x.length; at += 1) {
    both += (x[at]! - mean) * (y[at]! - mean);
    left += (x[at]! - mean) ** 2;
    right += (y[at]! - mean) ** 2;
  }
  return both / Math.sqrt(left * right);
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((i, j) => values[i]! - values[j]!);
  const result = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to += 1;
    for (let at = from; at <= to; at += 1) result[order[at]!] = (from + to) / 2;
    from = to + 1;
  }
  return result;
}

function createSurrogateRater(
  catalogue: Catalogue,
  expected: (user: number, item: number) => number,
  noise: number,
): Rater {
  const people = new Map<RatedPerson, number>(catalogue.people.map((person, at) => [person, at]));
  const items = new Map<RatedItem, number>(catalogue.items.map((item, at) => [item, at]));
  return {
    id: SURROGATE_ID,
    title: 'Surrogate (a small model fitted on another rater)',
    rate({ person, item, scale }: RatingRequest, { random }): RaterReply {
      const [user, place] = [people.get(person), items.get(item)];
      if (user === undefined || place === undefined)
        return { rating: null, reason: 'the surrogate was not fitted on this person or this item' };
      const mean = expected(user, place);
      const rating = Math.max(scale.min, Math.min(scale.max, Math.round(mean + noise * normalDraw(random))));
      return { rating, expected: mean, confidence: null, reason: 'fitted on the ratings of its teacher' };
    },
  };
}
