import type { Metric } from '../../core/metric.ts';
import { mean } from '../mean.ts';
import { judgeChoice, type JudgedList } from './judged-list.ts';

/** The metric `name@k`: the mean over tasks, NaN over none. @param k from 1 */
export function rankingMetric(name: string, k: number, measureList: (list: JudgedList, k: number) => number): Metric {
  return {
    name: `${name}@${k}`,
    higherIsBetter: true,
    measure(recommendation, truth) {
      const list = judgeChoice(recommendation, truth);
      return list === null ? null : measureList(list, k);
    },
    summarize: mean,
  };
}
