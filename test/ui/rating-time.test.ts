import { expect, test } from 'vitest';
import type { Benchmark } from '../../src/client/measure-model.ts';
import { DEFAULT_ENVIRONMENT } from '../../src/core/simulation.ts';
import { ratingCount, secondsARating } from '../../src/ui/pages/simulate/rating-time.ts';
import { addressOfView, viewOf } from '../../src/ui/pages/simulate/words.ts';
import { placeOf } from '../../src/ui/places.ts';
import { policyInWords } from '../../src/ui/pages/simulate/training-fold.ts';

const CHOSEN = { policies: 3, learners: 2, seeds: 2, steps: 1000 };

test('a surrogate is fitted once, and every policy and seed is judged', () => {
  expect(ratingCount(DEFAULT_ENVIRONMENT, 'surrogate', CHOSEN)).toEqual({
    fitting: 20 * 100,
    learning: 0,
    judging: 3 * 2 * 20 * 11,
  });
  // No person rates an item twice for it.
  expect(ratingCount({ ...DEFAULT_ENVIRONMENT, items: 30 }, 'surrogate', CHOSEN).fitting).toBe(20 * 30);
});

test('a rating takes as long as its prompt at the speed that was measured, and nothing is said without', () => {
  const measured = { prefillTokensPerSecond: 100, decodeTokensPerSecond: 10 } as Benchmark;
  const [bare, shown] = [0, 2].map((shots) =>
    secondsARating(measured, { ...DEFAULT_ENVIRONMENT.prompt, shots: shots as 0 | 2 }),
  );
  expect(bare).toBeGreaterThan(1);
  expect(shown).toBeGreaterThan(bare!);
  expect(secondsARating(null, DEFAULT_ENVIRONMENT.prompt)).toBeNull();
});

test('a view of the page has an address of its own', () => {
  expect(viewOf(addressOfView('training'))).toBe('training');
  expect(placeOf(addressOfView('training'))).toBe('simulate');
  expect([viewOf('#simulate'), viewOf('#simulate/nothing')]).toEqual([null, null]);
  expect(placeOf('#simulate/nothing')).toBe('simulate');
});

test('policies are called by their titles, with what is set of them', () => {
  const policies = [{ name: 'a2c', title: 'A2C', about: '', kind: 'policy' as const, options: [] }];
  expect(policyInWords('a2c (rate 0.01)', policies)).toBe('A2C (rate 0.01)');
  expect(policyInWords('a2c, rate 0.01', policies)).toBe('A2C, rate 0.01');
  expect(policyInWords('a2c', policies)).toBe('A2C');
  expect(policyInWords('other', policies)).toBe('other');
});
