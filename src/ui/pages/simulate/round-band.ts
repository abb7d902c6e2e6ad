/** @file A round's mean with its standard errors, as charts draw it. */
import { meanOf, valuesOf, type RoundFigures, type RoundMeasure } from '../../../trace/sessions-fold.ts';

/** A point of a line, and its band. */
export interface RoundPoint {
  readonly title: string;
  readonly round: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** The mean over people ± 1.96 standard errors; nothing where nobody has a value. */
export function bandOf(round: RoundFigures, measure: RoundMeasure): readonly RoundPoint[] {
  const values = valuesOf(round, measure);
  const mean = meanOf(values);
  if (mean === null) return [];
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const error = values.length < 2 ? 0 : 1.96 * Math.sqrt(squares / (values.length - 1) / values.length);
  return [{ title: round.title, round: round.round, mean, low: mean - error, high: mean + error }];
}
