/**
 * @file Mean absolute error of predicted ratings: Σ |ŷ − y| / n (RecMind, section 4.1; Herlocker et al. 2004).
 */
import type { Metric } from '../core/metric.ts';
import { absoluteError } from './absolute-error.ts';
import { mean } from './mean.ts';

/** MAE; NaN over no task. */
export const mae: Metric = { name: 'MAE', higherIsBetter: false, measure: absoluteError, summarize: mean };
