/**
 * @file The metrics by name.
 */
import type { Metric } from '../core/metric.ts';
import type { AgentRequest } from '../core/request.ts';
import type { Task } from '../core/task.ts';
import { hitRatio } from './ranking/hit-ratio.ts';
import { meanAveragePrecision } from './ranking/map.ts';
import { mrr } from './ranking/mrr.ts';
import { ndcg } from './ranking/ndcg.ts';
import { precision } from './ranking/precision.ts';
import { recall } from './ranking/recall.ts';
import { accuracy } from './rating/accuracy.ts';
import { mae } from './rating/mae.ts';
import { rmse } from './rating/rmse.ts';
import { bleu2, rouge1, rouge2, rougeLong } from './text/text-metric.ts';

/** All metrics. Rankings hold ten items, so k goes no further. */
export const METRICS: readonly Metric[] = [
  rmse,
  mae,
  accuracy,
  ...[1, 3, 5, 10].flatMap((k) => [hitRatio(k), ndcg(k)]),
  ...[mrr, meanAveragePrecision, precision, recall].flatMap((metric) => [5, 10].map((k) => metric(k))),
  bleu2,
  rouge1,
  rouge2,
  rougeLong,
];

const TEXT_METRICS = [bleu2, rouge1, rouge2, rougeLong].map(({ name }) => name);

/** The metrics that RecMind, section 4.1, reports for each kind of task; none for requests, which have no truth. */
export const DEFAULT_METRICS: Readonly<Record<Task['type'] | AgentRequest['type'], readonly string[]>> = {
  'rating-prediction': ['RMSE', 'MAE'],
  'direct-recommendation': ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'],
  'sequential-recommendation': ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'],
  'explanation-generation': TEXT_METRICS,
  'review-summarization': TEXT_METRICS,
  conversation: [],
  'single-agent': [],
};

const RATING_METRICS = [rmse, mae, accuracy].map(({ name }) => name);
const RANKING_METRICS = METRICS.map(({ name }) => name).filter(
  (name) => ![...RATING_METRICS, ...TEXT_METRICS].includes(name),
);

/** The metrics that apply to each kind of task. */
export const METRICS_OF: Readonly<Record<Task['type'] | AgentRequest['type'], readonly string[]>> = {
  'rating-prediction': RATING_METRICS,
  'direct-recommendation': RANKING_METRICS,
  'sequential-recommendation': RANKING_METRICS,
  'explanation-generation': TEXT_METRICS,
  'review-summarization': TEXT_METRICS,
  conversation: [],
  'single-agent': [],
};
