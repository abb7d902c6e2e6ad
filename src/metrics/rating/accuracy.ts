/**
 * @file Accuracy of predicted ratings: the share that is exactly right, as MACRec's public code counts it.
 */
import type { Metric } from '../../core/metric.ts';
import { mean } from '../mean.ts';
import { absoluteError } from './absolute-error.ts';

/** Accuracy. Nothing is rounded: 3.97 is not 4. Edge cases: NaN over no task; tasks without a known rating are left out. */
export const accuracy: Metric = {
  name: 'Accuracy',
  higherIsBetter: true,
  measure(recommendation, truth) {
    const error = absoluteError(recommendation, truth);
    if (error === null || Number.isNaN(error)) return error;
    return error === 0 ? 1 : 0;
  },
  summarize: mean,
};
