import type { Metric } from '../core/metric.ts';
import type { AgentRequest, Task } from '../core/task.ts';
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

const RATING_METRICS: readonly Metric[] = [rmse, mae, accuracy];

/** Rankings hold ten items, so k goes no further. */
const RANKING_METRICS: readonly Metric[] = [
  ...[1, 3, 5, 10].flatMap((k) => [hitRatio(k), ndcg(k)]),
  ...[mrr, meanAveragePrecision, precision, recall].flatMap((metric) => [5, 10].map((k) => metric(k))),
];

const TEXT_METRICS: readonly Metric[] = [bleu2, rouge1, rouge2, rougeLong];

/**
 * All metrics. To add one: write its file, and add it to the list of its kind of answers; specs and the page take it from here.
 * One of ratings or rankings is known to `isRight` (`src/core/right-answers.ts`) too; CONTRIBUTING.md says what tests it.
 */
export const METRICS: readonly Metric[] = [...RATING_METRICS, ...RANKING_METRICS, ...TEXT_METRICS];

const namesOf = (metrics: readonly Metric[]): readonly string[] => metrics.map(({ name }) => name);

/** The metrics that apply to each kind of task; none for requests, which have no truth. */
export const METRICS_OF: Readonly<Record<Task['type'] | AgentRequest['type'], readonly string[]>> = {
  'rating-prediction': namesOf(RATING_METRICS),
  'direct-recommendation': namesOf(RANKING_METRICS),
  'sequential-recommendation': namesOf(RANKING_METRICS),
  'explanation-generation': namesOf(TEXT_METRICS),
  'review-summarization': namesOf(TEXT_METRICS),
  conversation: [],
  'single-agent': [],
};

const OF_TEXTS = [bleu2, rouge1, rouge2, rougeLong].map(({ name }) => name);

/** The metrics that RecMind, section 4.1, reports for each kind of task; none for requests. */
export const DEFAULT_METRICS: Readonly<Record<Task['type'] | AgentRequest['type'], readonly string[]>> = {
  'rating-prediction': ['RMSE', 'MAE'],
  'direct-recommendation': ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'],
  'sequential-recommendation': ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'],
  'explanation-generation': OF_TEXTS,
  'review-summarization': OF_TEXTS,
  conversation: [],
  'single-agent': [],
};
