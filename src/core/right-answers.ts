/** @file When an answer counts as right by what a metric measured of it: for finding tasks that one method has right and another wrong. */

/** A rating within this of the truth is right: half a step of a scale of whole numbers. */
const NEAR = 0.5;

const OF_RANKINGS = /^(?:HR|NDCG|MRR|MAP|Precision|Recall)@\d+$/;

/**
 * Whether an answer is right: a ranking that has the right item among the first k, a rating nearer than half a point. Null for metrics that know
 * no right and wrong, such as ROUGE.
 * @param value as a record has it: of RMSE and MAE the absolute error
 */
export function isRight(metric: string, value: number): boolean | null {
  if (metric === 'RMSE' || metric === 'MAE') return value < NEAR;
  if (metric === 'Accuracy') return value === 1;
  return OF_RANKINGS.test(metric) ? value > 0 : null;
}
