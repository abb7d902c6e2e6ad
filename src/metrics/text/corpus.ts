/** @file Measures of all texts of a method together, which no task has by itself. */
import type { NGramCounts } from '../../core/evaluation.ts';
import { corpusBleu } from './bleu.ts';

export interface CorpusMetric {
  /** `BLEU-2 (corpus)`. */
  readonly name: string;
  readonly words: string;
  /** NaN over no text. */
  readonly measure: (texts: readonly NGramCounts[]) => number;
}

export const CORPUS_METRICS: readonly CorpusMetric[] = [
  {
    name: 'BLEU-2 (corpus)',
    words:
      'one BLEU of all texts, 0 to 100; BLEU-2 is the mean of the texts’ own; ROUGE reads a–z and 0–9 alone, and is 0 for other scripts',
    // The settings change only what a sentence comes to: in a corpus that has any pair of words in common nothing is smoothed.
    measure: (texts) => corpusBleu(texts),
  },
];
