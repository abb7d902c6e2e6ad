import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf, genreEntropy } from '../../src/trace/sessions-fold.ts';

const GENRES = ['Drama', 'Comedy', 'Horror', 'Western'];
const items = fc.array(fc.record({ genres: fc.uniqueArray(fc.constantFrom(...GENRES)) }), { maxLength: 12 });

describe('genre entropy', () => {
  test('is between 0 and the logarithm of the number of genres, whatever is shown, in any order', () => {
    fc.assert(
      fc.property(items, (shown) => {
        const entropy = genreEntropy(shown);
        if (shown.every(({ genres }) => genres.length === 0)) {
          expect(entropy).toBeNull();
          return;
        }
        const genres = new Set(shown.flatMap((item) => item.genres));
        expect(entropy).toBeGreaterThanOrEqual(0);
        expect(entropy).toBeLessThanOrEqual(Math.log2(genres.size) + 1e-9);
        expect(genreEntropy([...shown].reverse())).toBeCloseTo(entropy ?? NaN, 9);
      }),
    );
  });

  test('is 0 of one genre, and 1 bit of two that are as frequent', () => {
    expect(genreEntropy([{ genres: ['Drama'] }, { genres: ['Drama'] }])).toBe(0);
    expect(genreEntropy([{ genres: ['Drama'] }, { genres: ['Comedy'] }, { genres: [] }])).toBeCloseTo(1, 12);
    expect(genreEntropy([{ genres: ['Drama', 'Comedy'] }])).toBeCloseTo(1, 12);
  });
});

test('pages of which nothing is known count for depth alone', () => {
  const item = (rating: number | null) => ({ item: 1, title: 'A', genres: ['Drama'], rating, reason: '' });
  const read = { page: 1, shown: [item(4), item(null)], patience: 1, problem: null };
  const unread = { page: 2, shown: [item(null), item(null)], patience: 0, problem: 'it is empty' };
  expect(figuresOf({ user: 3, pages: [read, unread] })).toEqual({
    user: 3,
    chosen: 0.5,
    meanRating: 4,
    depth: 2,
    entropy: 0,
  });
});
