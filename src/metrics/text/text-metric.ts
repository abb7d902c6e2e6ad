/**
 * @file Metrics of texts as the lab measures tasks: one score for each text, from 0 to 100, and their mean. The papers' BLEU of a
 * corpus is one BLEU of summed counts, which no task has by itself: tables have it beside these (`corpus.ts`).
 */
import type { Metric } from '../../core/metric.ts';
import { mean } from '../mean.ts';
import { sentenceBleu } from './bleu.ts';
import { rougeL } from './rouge-l.ts';
import { rougeN } from './rouge-n.ts';

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
export const bleu2 = textMetric('BLEU-2', (hypothesis, reference) => sentenceBleu(hypothesis, reference));

/** ROUGE-1 and ROUGE-2, F without stemming, times 100; an empty text scores 0. */
export const rouge1 = textMetric('ROUGE-1', (given, right) => SHARE * rougeN(given, right, 1, false).f);
/** @see rouge1 */
export const rouge2 = textMetric('ROUGE-2', (given, right) => SHARE * rougeN(given, right, 2, false).f);
/** ROUGE-L, F without stemming, times 100; an empty text scores 0. */
export const rougeLong = textMetric('ROUGE-L', (given, right) => SHARE * rougeL(given, right, false).f);
