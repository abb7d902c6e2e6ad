/**
 * @file Root mean square error of predicted ratings: √(Σ (ŷ − y)² / n) (RecMind, section 4.1; Herlocker et al. 2004).
 */
import type { Metric } from '../../core/metric.ts';
import { absoluteError } from './absolute-error.ts';

/**
 * RMSE. One task's measurement is its absolute error, of which the summary takes the quadratic mean.
 * Edge cases: NaN over no task and where a prediction is NaN; tasks without a known rating are left out.
 */
export const rmse: Metric = {
  name: 'RMSE',
  higherIsBetter: false,
  measure: absoluteError,
  summarize: (errors) => Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
};
