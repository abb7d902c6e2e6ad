/** @file Measures of whole lists: against slow formulae, and at their edges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likedShare } from '../../../src/environments/catalogue.ts';
import { coverage, novelty, personalization } from '../../../src/metrics/lists.ts';

const lists = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { maxLength: 8 }), {
  minLength: 2,
  maxLength: 8,
});

describe('personalization', () => {
  test('is one less the mean cosine over all pairs', () => {
    const cosine = (a: readonly number[], b: readonly number[]): number =>
      a.length === 0 || b.length === 0
        ? 0
        : a.filter((item) => b.includes(item)).length / Math.sqrt(a.length * b.length);
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 9 }), (all, k) => {
        const cut = all.map((list) => list.slice(0, k));
        const cosines = cut.flatMap((a, i) => cut.slice(i + 1).map((b) => cosine(a, b)));
        const slow = 1 - cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
        return Math.abs(personalization(all, k) - slow) < 1e-9;
      }),
    );
  });
});

describe('coverage', () => {
  test('is the share of the catalogue that some list holds among its first k', () => {
    expect(coverage([[1, 2], [1, 3]], 4, 1)).toBe(0.25); // prettier-ignore
    expect(coverage([[1, 2], [1, 3]], 4, 2)).toBe(0.75); // prettier-ignore
    expect(coverage([], 4, 2)).toBe(0);
    expect(coverage([], 0, 2)).toBeNaN();
  });
});

describe('novelty', () => {
  const knownBy = new Map([
    ['everybody', 8],
    ['half', 4],
    ['one', 1],
  ]);

  test('is the mean information in bits, lists counting alike', () => {
    expect(novelty([['everybody']], knownBy, 8, 5)).toBe(0);
    expect(novelty([['half', 'one']], knownBy, 8, 5)).toBe(2);
    expect(novelty([['half', 'one']], knownBy, 8, 1)).toBe(1);
    expect(novelty([['half'], ['one', 'one', 'one']], knownBy, 8, 5)).toBe(2);
  });
});

describe('liked share', () => {
  const share = (...list: readonly string[][]) => likedShare(list, new Set(['drama', 'war']), new Set(['war', 'noir']));

  test('an item with genres of both kinds, with one that is of both, or with none, is neutral', () => {
    expect(share(['drama', 'noir'], ['war'], [], ['Drama']).classes).toEqual(Array(4).fill('neutral'));
    expect(share(['drama', 'comedy'], ['noir']).classes).toEqual(['liked', 'disliked']);
  });
});
