import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../src/core/random.ts';
import { drawn, likeliest, logProbability, mostProbable } from '../../../src/models/transformers/sampler.ts';

const LOGITS = Float32Array.of(1, 3, 2, 3, -1);

/** A mask of 96 tokens. */
function maskOf(tokens: readonly number[]): Int32Array {
  const mask = new Int32Array(3);
  for (const token of tokens) mask[token >>> 5] = (mask[token >>> 5] ?? 0) | (1 << (token & 31));
  return mask;
}

describe('choosing a token', () => {
  test('takes the most probable one that is allowed, the first of equals', () => {
    expect(mostProbable(LOGITS, null)).toBe(1);
    expect(mostProbable(LOGITS, maskOf([0, 2, 4]))).toBe(2);
  });

  test('draws by softmax(logits / temperature), masked', () => {
    const random = createRandom(1);
    const counts = [0, 0, 0, 0, 0];
    const draws = 20_000;
    for (let draw = 0; draw < draws; draw += 1) {
      const token = drawn(LOGITS, maskOf([0, 2, 3]), 2, random);
      counts[token] = (counts[token] ?? 0) + 1;
    }
    const weights = [1, 0, 2, 3, 0].map((logit) => (logit === 0 ? 0 : Math.exp(logit / 2)));
    const total = weights.reduce((sum, weight) => sum + weight);
    for (const [token, weight] of weights.entries())
      expect((counts[token] ?? 0) / draws).toBeCloseTo(weight / total, 1.8);
  });
});

test('the most probable tokens come in their order, with their log-probabilities', () => {
  const logits = Float32Array.of(1, 4, 2, 4, 3);
  expect(likeliest(logits, 3)).toEqual([1, 3, 4].map((token) => [token, logProbability(logits, token)]));
});

test('log-probabilities of all tokens sum up to one, also for large logits', () => {
  const logits = Float32Array.of(1000, 1001, 990);
  const sum = [0, 1, 2].reduce((total, token) => total + Math.exp(logProbability(logits, token)), 0);
  expect(sum).toBeCloseTo(1, 10);
});
