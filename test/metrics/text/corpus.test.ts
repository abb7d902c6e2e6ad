/** @file BLEU of a corpus as tables have it, against sacrebleu (test/oracles/make-texts.py). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { TaskRecord } from '../../../src/core/evaluation.ts';
import { bleuCounts, BLEU_2, sentenceBleu } from '../../../src/metrics/text/bleu.ts';
import { CORPUS_METRICS } from '../../../src/metrics/text/corpus.ts';
import { listResults } from '../../../src/lab/evaluation/row-results.ts';

interface Oracle {
  readonly pairs: readonly { readonly hypothesis: string; readonly reference: string }[];
  readonly corpus: { readonly bleu2: number };
}

const { pairs, corpus } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../oracles/odd-texts.json'), 'utf8'),
) as Oracle;
const counts = pairs.map(({ hypothesis, reference }) => bleuCounts(hypothesis, reference, BLEU_2));

test('is sacrebleu’s corpus BLEU, and not the mean of the sentences', () => {
  const [bleu] = CORPUS_METRICS;
  expect(pairs.length).toBeGreaterThan(50);
  expect(bleu?.name).toBe('BLEU-2 (corpus)');
  expect(bleu?.measure(counts)).toBeCloseTo(corpus.bleu2, 6);
  const sentences = pairs.map(({ hypothesis, reference }) => sentenceBleu(hypothesis, reference));
  const mean = sentences.reduce((sum, value) => sum + value, 0) / sentences.length;
  expect(Math.abs(mean - corpus.bleu2)).toBeGreaterThan(1);
});

test('is a column of a row that wrote texts, over valid replies; of none where a record of an earlier version has no counts', () => {
  const record = (at: number, error: TaskRecord['error'] = null): TaskRecord =>
    ({ error, ...(error === null && { texts: { kept: counts[at] } }) }) as TaskRecord;
  const whole = [...pairs.keys()].map((at) => record(at));
  const failed = record(0, 'reply-unparseable');
  const [result, ...others] = listResults([[...whole, failed]], 'kept', 10);
  expect(result?.value).toBeCloseTo(corpus.bleu2, 6);
  expect(others).toEqual([]);
  expect(listResults([[...whole, { error: null } as TaskRecord]], 'kept', 10)).toEqual([]);
});
