/** @file The sentences over a comparison: only what is significant. */
import { expect, test } from 'vitest';
import { interval } from '../../src/ui/pages/compare/numbers.ts';
import { verdictOf } from '../../src/ui/pages/compare/verdict.ts';
import { tableOf, type RowOf } from './evaluation-rows.ts';

const shown = { metric: 'NDCG@10', misses: false };
const than = (value: number, low: number, high: number) => ({ value, low, high });
const BASE: RowOf = { label: 'base', value: 0.3, calls: 0 };
const UP: RowOf = { label: 'up', value: 0.5, calls: 9.5, difference: than(0.2, 0.1, 0.3) };
const DOWN: RowOf = { label: 'down', value: 0.1, calls: 1, difference: than(-0.2, -0.3, -0.1) };
const EVEN: RowOf = { label: 'even', value: 0.31, calls: 4, difference: than(0.01, -0.1, 0.1) };

const textOf = (...rows: RowOf[]) => verdictOf(tableOf(...rows), shown)?.text;

test('says which rows differ from the reference, who is farthest ahead, at what price, and what was not tested', () => {
  expect(textOf(BASE, DOWN, EVEN, UP)).toBe(
    'NDCG@10: 2 of 3 rows differ from base beyond chance (p < 0.05, Holm’s correction): ahead up; behind down. Farthest ahead is up with 0.500, for 9.5 model calls per task; the others that ask a model take 1 to 4. Each row was tested against base, and no other pair was.',
  );
});

test('is ahead with less where lower is better', () => {
  expect(textOf(...[BASE, UP, DOWN].map((row) => ({ ...row, higherIsBetter: false })))).toMatch(
    /: ahead down; behind up\. Farthest ahead is down with 0\.100, for 1 model call per task; the other that asks a model takes 9\.5\./,
  );
});

test('says in a word where all are ahead or all behind, and that nothing is ahead of the reference then', () => {
  const ups = [0.1, 0.3, 0.2].map((by, at) => ({ ...UP, label: `up ${at}`, difference: than(by, by, by) }));
  expect(textOf(BASE, ...ups)).toMatch(/: all 3 other rows are ahead of base beyond .* Farthest ahead is up 1 /);
  expect(textOf(BASE, DOWN, { ...DOWN, label: 'lower' })).toMatch(
    /: all 2 other rows are behind base beyond .* Nothing is ahead of base \(0 model calls per task\); the rows that ask a model take 1\./,
  );
  expect(textOf(BASE, UP)).not.toContain('no other pair');
});

test('names no row as ahead where no difference is significant, and says so', () => {
  const verdict = verdictOf(tableOf(BASE, EVEN, { ...EVEN, label: 'also even' }), shown);
  expect(verdict?.isOpen).toBe(true);
  expect(verdict?.text).toBe(
    'NDCG@10: none of 2 rows differs from base beyond chance (p < 0.05, Holm’s correction): 50 people cannot tell them apart. Each row was tested against base, and no other pair was.',
  );
  expect(textOf(BASE, EVEN)).toContain('even does not differ from base');
  expect(verdictOf(tableOf(BASE, UP), shown)?.isOpen).toBe(false);
});

test('says that the best value costs no model call, where it is not told already', () => {
  const free: RowOf = { ...EVEN, label: 'free', value: 0.32, calls: 0 };
  expect(textOf(BASE, EVEN, free)).toContain('. The best value is that of free, 0.320, without a model call. Each');
  expect(textOf(BASE, EVEN)).not.toContain('best value');
  expect(textOf({ ...BASE, calls: 3 }, { ...free, calls: 0, value: 0.3 })).toContain('that of free, 0.300, without');
  expect(textOf(BASE, { ...UP, calls: 0 }, EVEN)).not.toContain('best value');
  expect(textOf(BASE, { ...free, value: 0.31 })).not.toContain('best value');
});

test('says nothing while tasks are missing, or where there is nothing to compare', () => {
  expect(verdictOf(tableOf(BASE, { ...UP, missing: 1 }), shown)).toBeNull();
  expect(verdictOf(tableOf(BASE), shown)).toBeNull();
  expect(verdictOf(tableOf(BASE, UP), { ...shown, metric: 'RMSE' })).toBeNull();
});

test('an interval without width is a point', () => {
  expect(interval(than(1, 1, 1))).toBeNull();
  expect(interval(than(0.5, 0.25, 0.75))).toBe('0.250 to 0.750');
});
