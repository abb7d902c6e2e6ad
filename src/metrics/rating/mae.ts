/**
 * @file Mean absolute error of predicted ratings: Σ |ŷ − y| / n (RecMind, section 4.1; Herlocker et al. 2004).
 */
import type { Metric } from '../../core/metric.ts';
import { mean } from '../mean.ts';
import { absoluteError } from './absolute-error.ts';

/** MAE. Edge cases: NaN over no task and where a prediction is NaN; tasks without a known rating are left out. */
export const mae: Metric = { name: 'MAE', higherIsBetter: false, measure: absoluteError, summarize: mean };
