/** @file Ranking metrics by what must hold for every list; their numbers are held to oracles in test/metrics/oracles.test.ts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hitRatioOf,
  judge,
  type JudgedList,
  averagePrecisionOf,
  reciprocalRankOf,
  ndcgOf,
  precisionOf,
  recallOf,
} from '../../../src/metrics/ranking.ts';

const MEASURES: readonly (readonly [string, (list: JudgedList, k: number) => number])[] = [
  ['hit ratio', hitRatioOf],
  ['precision', precisionOf],
  ['recall', recallOf],
  ['reciprocal rank', reciprocalRankOf],
  ['NDCG', (list, k) => ndcgOf(list, k)],
  ['AP', (list, k) => averagePrecisionOf(list, k)],
  ['AP over k', (list, k) => averagePrecisionOf(list, k, 'k')],
];

const items = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
const grades = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 4 })), {
  maxLength: 10,
  selector: ([item]) => item,
});
const k = fc.integer({ min: 1, max: 25 });

describe.each(MEASURES)('%s', (name, measure) => {
  test('lies from 0 to 1', () => {
    fc.assert(
      fc.property(items, grades, k, (ranked, relevant, cut) => {
        const value = measure(judge(ranked, new Map(relevant)), cut);
        return value >= 0 && value <= 1 + 1e-12;
      }),
    );
  });

  test('is 0 where nothing is relevant, where nothing is ranked, and where nothing relevant is', () => {
    expect(measure(judge([1, 2, 3], new Map()), 3)).toBe(0);
    expect(measure(judge([1, 2, 3], new Map([[1, 0]])), 3)).toBe(0);
    expect(measure(judge([], new Map([[1, 1]])), 3)).toBe(0);
    expect(measure(judge([1, 2, 3], new Map([[4, 2]])), 3)).toBe(0);
  });

  test('is no worse where a relevant item moves up by one', () => {
    fc.assert(
      fc.property(items, grades, k, fc.nat(), (ranked, relevant, cut, at) => {
        const gradeOf = new Map(relevant);
        const lower = ranked[(at % Math.max(1, ranked.length)) + 1];
        const upper = ranked[at % Math.max(1, ranked.length)];
        if (lower === undefined || upper === undefined) return true;
        if ((gradeOf.get(lower) ?? 0) <= (gradeOf.get(upper) ?? 0)) return true;
        const moved = ranked.map((item) => (item === lower ? upper : item === upper ? lower : item));
        return measure(judge(moved, gradeOf), cut) >= measure(judge(ranked, gradeOf), cut) - 1e-12;
      }),
    );
  });

  test('is 1 for a perfect list of k', () => {
    expect(measure(judge([1, 2], new Map([[1, 3], [2, 1]])), 2)).toBeCloseTo(1, 12); // prettier-ignore
    const readsAsOne = !['precision', 'recall', 'AP', 'AP over k'].includes(name);
    // One relevant item on a list of two, and three on a list that shows two, are 1 only for some.
    if (readsAsOne) expect(measure(judge([1, 9], new Map([[1, 1]])), 2)).toBe(1);
    if (readsAsOne) expect(measure(judge([1, 2], new Map([[1, 1], [2, 1], [3, 1]])), 2)).toBe(1); // prettier-ignore
  });
});

describe('an item that is listed twice', () => {
  test('counts once, at its first rank', () => {
    const list = judge([1, 1, 1], new Map([[1, 1]]));
    expect(list.grades).toEqual([1, 0, 0]);
    expect(recallOf(list, 3)).toBe(1);
    expect(precisionOf(list, 3)).toBeCloseTo(1 / 3, 12);
  });
});
