/** @file All metrics, and which apply to each kind of task. */
import type { Metric } from '../core/evaluation.ts';
import { forRaters, type AgentRequest, type Task } from '../core/task.ts';
import { hitRatio, meanAveragePrecision, mrr, ndcg, precision, recall } from './ranking.ts';
import { accuracy, mae, rmse, similarity } from './rating.ts';
import { mean } from './statistics.ts';
import { sentenceBleu } from './bleu.ts';
import { rougeL, rougeN } from './rouge.ts';

function textMetric(name: string, score: (hypothesis: string, reference: string) => number): Metric {
  return {
    name,
    higherIsBetter: true,
    measure: (recommendation, truth) =>
      recommendation.type === 'text' && truth.type === 'text' ? score(recommendation.text, truth.text) : null,
    summarize: mean,
  };
}

const SHARE = 100;

/** BLEU-2 of each text as sacrebleu computes a sentence's (words of 13a, as written, smoothing `exp`, effective order); an empty text scores 0. */
const bleu2 = textMetric('BLEU-2', sentenceBleu);

/** ROUGE-1 and ROUGE-2, F without stemming, times 100; an empty text scores 0. */
const rouge1 = textMetric('ROUGE-1', (given, right) => SHARE * rougeN(given, right, 1).f);
/** @see rouge1 */
const rouge2 = textMetric('ROUGE-2', (given, right) => SHARE * rougeN(given, right, 2).f);
/** ROUGE-L, F without stemming, times 100; an empty text scores 0. */
const rougeLong = textMetric('ROUGE-L', (given, right) => SHARE * rougeL(given, right).f);

const RATING_METRICS: readonly Metric[] = [rmse, mae, accuracy];

/** Rankings hold ten items, so k goes no further; those of a conversation hold twenty. */
const RANKING_METRICS: readonly Metric[] = [
  ...[1, 3, 5, 10].flatMap((k) => [hitRatio(k), ndcg(k)]),
  ...[mrr, meanAveragePrecision, precision, recall].flatMap((metric) => [5, 10].map((k) => metric(k))),
  ndcg(20),
];

/** In which turn it was found; a miss is one more than there are (InteRecAgent's public code). */
const turns: Metric = {
  name: 'turns',
  higherIsBetter: false,
  measure: (recommendation) => (recommendation.type === 'ranking' ? (recommendation.turn ?? null) : null),
  summarize: mean,
};
const [hitAt1, hitAt5] = [hitRatio(1), hitRatio(5)];
const hitAtOnce: Metric = {
  ...hitAt5,
  name: 'HR@5 at once',
  measure(answer, truth) {
    if (answer.type !== 'ranking' || answer.turn === undefined) return null;
    return answer.turn === 1 ? hitAt5.measure(answer, truth) : 0;
  },
};

const CONVERSATION_METRICS: readonly Metric[] = [hitAtOnce, hitAt1, hitAt5, turns];

const TEXT_METRICS: readonly Metric[] = [bleu2, rouge1, rouge2, rougeLong];

/**
 * All metrics. To add one: write it, and add it to the list of its kind of answers; specs and the page take it from here.
 * CONTRIBUTING.md says what tests it.
 */
export const METRICS: readonly Metric[] = [
  ...RATING_METRICS,
  ...RANKING_METRICS,
  ...TEXT_METRICS,
  hitAtOnce,
  turns,
  similarity,
];

const namesOf = (metrics: readonly Metric[]): readonly string[] => metrics.map(({ name }) => name);

/** The metrics that apply to each kind of task; none for requests, which have no truth. */
export const METRICS_OF: Readonly<Record<Task['type'] | AgentRequest['type'], readonly string[]>> = {
  'rating-prediction': namesOf(RATING_METRICS),
  'direct-recommendation': namesOf(RANKING_METRICS),
  'sequential-recommendation': namesOf(RANKING_METRICS),
  'explanation-generation': namesOf(TEXT_METRICS),
  'review-summarization': namesOf(TEXT_METRICS),
  'simulated-conversation': namesOf(CONVERSATION_METRICS),
  ...forRaters([accuracy.name]),
  'rater-similarity': [similarity.name],
  conversation: [],
};

/** The metrics that RecMind, section 4.1, reports for each kind of task; none for requests. */
export const DEFAULT_METRICS: typeof METRICS_OF = {
  ...METRICS_OF,
  'rating-prediction': ['RMSE', 'MAE'],
  'direct-recommendation': ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'],
  'sequential-recommendation': ['HR@5', 'NDCG@5', 'HR@10', 'NDCG@10'],
};
