/**
 * @file A small model fitted on ratings that another rater, its teacher, gave for an environment's people and items: one ridge
 * regression a person on the items' features, held near the regression of all people together. It answers in microseconds, knows
 * nobody else, and looks at no history. Its error is measured on ratings that it was not fitted on.
 */
import { dotProduct, factorRow } from '../../../numeric/linear-algebra.ts';
import { normalDraw } from '../../../numeric/normal-draw.ts';
import type { RatedItem, RatedPerson, Rater, RaterReply, RaterScale, RatingRequest } from '../../../core/rater.ts';
import type { SurrogateQuality } from '../../../core/simulation.ts';
import { type Catalogue, itemFeatures } from '../../catalogue.ts';
import { askTeacher, SURROGATE_DEFAULTS, type Asking, type Taught } from './ask-teacher.ts';
import { square } from '../../../core/numbers/elementary-functions.ts';
import * as z from 'zod/mini';

function solvePositive(matrix: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let row = 0; row < size; row += 1) factorRow(matrix, size, row);
  for (let i = 0; i < size; i += 1) {
    for (let k = 0; k < i; k += 1) b[i] = b[i]! - matrix[i * size + k]! * b[k]!;
    b[i] = b[i]! / matrix[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < size; k += 1) b[i] = b[i]! - matrix[k * size + i]! * b[k]!;
    b[i] = b[i]! / matrix[i * size + i]!;
  }
  return b;
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
    left += square(x[at]! - mean);
    right += square(y[at]! - mean);
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

export interface Surrogate {
  readonly rater: Rater;
  readonly quality: SurrogateQuality;
  expected(user: number, item: number): number;
  readonly weights: readonly Float64Array[];
  readonly features: readonly Float32Array[];
}

export const SURROGATE_ID = 'surrogate';

/** Counted up where the same teacher, people and items give another surrogate than before, so that a kept one is not taken for it. */
export const SURROGATE_VERSION = 3;

/**
 * Asks the teacher and fits.
 * @throws LabError `task-impossible` where there are too few items to hold any out, `reply-unparseable` where the teacher gives too few
 * ratings to fit on or to measure by, `aborted`, or what the teacher throws
 */
export async function fitSurrogate(
  teacher: Rater,
  catalogue: Catalogue,
  scale: RaterScale,
  { options = SURROGATE_DEFAULTS, ...asking }: Asking,
): Promise<Surrogate> {
  const features = itemFeatures(catalogue.items);
  const { taught, failures, noise } = await askTeacher(teacher, catalogue, scale, { options, ...asking });
  const weights = fitWeights(taught, features, options.ridge);
  const expected = expectation(weights, features, scale);
  const quality = { teacher: teacher.id, failures, noise, ...measure(taught, expected) };
  return { rater: createSurrogateRater(catalogue, expected, noise), quality, expected, weights, features };
}

export interface FittedSurrogate {
  readonly quality: SurrogateQuality;
  readonly weights: readonly (readonly number[])[];
}

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
    const value = dotProduct(weights[user]!, features[item]!);
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

/** JSON has no NaN, which a correlation of equal values is. */
const MEASURED = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? Number.NaN),
);

const SHAPE = z.strictObject({
  quality: z.strictObject({
    teacher: z.string(),
    fitted: z.int(),
    heldOut: z.int(),
    failures: z.int(),
    rmse: MEASURED,
    deviation: MEASURED,
    rankCorrelation: MEASURED,
    noise: MEASURED,
  }),
  weights: z.array(z.array(z.number())),
});

/** A surrogate as a file. Its `read` gives null where the JSON has another shape, and throws if it is not JSON. */
export const SURROGATE_FORM = {
  read: (bytes: Uint8Array): FittedSurrogate | null =>
    SHAPE.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null,
  write: (fitted: FittedSurrogate): Uint8Array => new TextEncoder().encode(JSON.stringify(fitted)),
};
