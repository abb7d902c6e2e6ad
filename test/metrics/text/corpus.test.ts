/** @file BLEU of a corpus as tables have it, against sacrebleu (test/oracles/make-texts.py). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bleuCounts, sentenceBleu, CORPUS_METRICS } from '../../../src/metrics/bleu.ts';

interface Oracle {
  readonly pairs: readonly { readonly hypothesis: string; readonly reference: string }[];
  readonly corpus: { readonly bleu2: number };
}

const { pairs, corpus } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../oracles/odd-texts.json'), 'utf8'),
) as Oracle;
const counts = pairs.map(({ hypothesis, reference }) => bleuCounts(hypothesis, reference));

test('is sacrebleu’s corpus BLEU, and not the mean of the sentences', () => {
  const [bleu] = CORPUS_METRICS;
  expect(pairs.length).toBeGreaterThan(50);
  expect(bleu?.name).toBe('BLEU-2 (corpus)');
  expect(bleu?.measure(counts)).toBeCloseTo(corpus.bleu2, 6);
  const sentences = pairs.map(({ hypothesis, reference }) => sentenceBleu(hypothesis, reference));
  const mean = sentences.reduce((sum, value) => sum + value, 0) / sentences.length;
  expect(Math.abs(mean - corpus.bleu2)).toBeGreaterThan(1);
});
