import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/core/random.ts';
import { rankingMoments, ratingMoments, type RatingRow } from '../../src/reasoner/fit.ts';
import { GrowingSolve } from '../../src/reasoner/linear-algebra.ts';

/** About normal: the sum of twelve uniform draws less 6. */
function normal(random: Random): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw += 1) sum += random.uniform();
  return sum;
}

describe('moments of ratings', () => {
  const random = createRandom(3);
  const rows: RatingRow[] = Array.from({ length: 4000 }, () => {
    const shared = normal(random);
    const a = shared + normal(random);
    const b = shared + normal(random);
    const rating = 3 + 0.5 * a - 0.3 * b + 0.2 * normal(random);
    return { rating, answers: [{ value: a, support: 1e9 }, { value: b, support: 1e9 }, null] };
  });
  const moments = ratingMoments(['a', 'b', 'never'], rows);

  test('give back the weights that the ratings were made with', () => {
    const solve = new GrowingSolve(moments.matrix, moments.covariance);
    solve.add(0);
    solve.add(1);
    const [first, second] = solve.weights();
    expect(first).toBeCloseTo(0.5, 1);
    expect(second).toBeCloseTo(-0.3, 1);
    expect(moments.mean).toBeCloseTo(3, 1);
    expect(moments.variance - solve.explained).toBeCloseTo(0.04, 2);
  });

  test('draw values of little support to nothing, by as much as they deserve', () => {
    const noisy = (count: number, seed: number): RatingRow[] => {
      const draws = createRandom(seed);
      return Array.from({ length: 4000 }, (_, at) => {
        const taste = normal(draws);
        const support = 1 + (at % count);
        const noise = Array.from({ length: support }, () => 2 * normal(draws)).reduce((sum, value) => sum + value, 0);
        return { rating: 3 + taste, answers: [{ value: 3 + taste + noise / support, support }] };
      });
    };
    // The best d is the ratio of both variances, 4.
    const [evidence] = ratingMoments(['mean'], noisy(20, 5)).evidence;
    expect([2, 5]).toContain(evidence?.shrinkage);
  });
});

describe('moments of choices', () => {
  const random = createRandom(9);
  const rows = Array.from({ length: 500 }, () => {
    const chosen = random.integer(20);
    const signal = Array.from({ length: 20 }, (_, at) => normal(random) + (at === chosen ? 2 : 0));
    const noise = Array.from({ length: 20 }, () => normal(random));
    return { chosen, scores: [signal, noise, signal.map(() => 0)] };
  });
  const moments = rankingMoments(['signal', 'noise', 'flat'], rows);

  test('find what tells the chosen from the others', () => {
    expect(moments.evidence).toEqual(['signal', 'noise']);
    expect(moments.difference[0]).toBeCloseTo(2, 0);
    expect(Math.abs(moments.difference[1] ?? NaN)).toBeLessThan(0.2);
    expect(moments.midpoint[0]).toBeCloseTo(1, 0);
    expect(moments.matrix.values[0]).toBeCloseTo(1, 0);
    expect(Math.abs(moments.matrix.values[1] ?? NaN)).toBeLessThan(0.05);
  });
});
