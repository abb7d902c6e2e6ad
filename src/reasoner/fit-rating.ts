/**
 * @file Moments of evidence about ratings.
 */
import type { RatingCalibration, RatingEvidence } from './calibration.ts';

/** A training rating and what each query answered about it; null where nothing is on record. */
export interface RatingRow {
  readonly rating: number;
  readonly answers: readonly ({ readonly value: number; readonly support: number } | null)[];
}

/** The d among which the best is chosen for each evidence. */
const SHRINKAGES = [0.1, 0.3, 1, 2, 5, 10, 20] as const;
/** Evidence that answers less often than this is not worth asking for. */
const RAREST = 0.01;

/** The mean; 0 of nothing. */
export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function covarianceOf(a: readonly number[], b: readonly number[]): number {
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  return meanOf(a.map((value, at) => (value - meanA) * ((b[at] as number) - meanB)));
}

interface Fitted {
  readonly evidence: RatingEvidence;
  readonly values: readonly number[];
}

/** The evidence with the d that predicts best on its own; null where it hardly ever answers or never differs. */
function fitEvidence(
  name: string,
  answers: readonly RatingRow['answers'][number][],
  ratings: readonly number[],
): Fitted | null {
  const known = answers.filter((answer) => answer !== null);
  if (known.length < Math.max(2, RAREST * answers.length)) return null;
  const centre = meanOf(known.map(({ value }) => value));
  let best: { readonly fitted: Fitted; readonly explained: number } | null = null;
  for (const shrinkage of SHRINKAGES) {
    const raw = answers.map((answer) =>
      answer === null ? 0 : (answer.support / (answer.support + shrinkage)) * (answer.value - centre),
    );
    const mean = meanOf(raw);
    const values = raw.map((value) => value - mean);
    const variance = covarianceOf(values, values);
    if (variance < 1e-9) continue;
    const covariance = covarianceOf(values, ratings);
    const explained = (covariance * covariance) / variance;
    if (best === null || explained > best.explained) {
      best = { fitted: { evidence: { name, centre, shrinkage, mean }, values }, explained };
    }
  }
  return best?.fitted ?? null;
}

/** Moments of rows of answers. @param names of the queries, in the order of the answers */
export function ratingMoments(names: readonly string[], rows: readonly RatingRow[]): Omit<RatingCalibration, 'slips'> {
  const ratings = rows.map(({ rating }) => rating);
  const fitted = names.flatMap(
    (name, at) =>
      fitEvidence(
        name,
        rows.map(({ answers }) => answers[at] ?? null),
        ratings,
      ) ?? [],
  );
  return {
    rows: rows.length,
    mean: meanOf(ratings),
    variance: covarianceOf(ratings, ratings),
    evidence: fitted.map(({ evidence }) => evidence),
    covariance: fitted.map(({ values }) => covarianceOf(values, ratings)),
    matrix: {
      size: fitted.length,
      values: fitted.flatMap((row) => fitted.map((column) => covarianceOf(row.values, column.values))),
    },
  };
}
