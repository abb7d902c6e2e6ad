/** @file The sentence over a comparison: only what is significant. */
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

test('says what is significant, who is ahead and behind, and at what price', () => {
  expect(verdictOf(tableOf(BASE, DOWN, EVEN, UP), shown)).toBe(
    'NDCG@10: 2 of 3 differences from base (0 model calls per task) are beyond chance (p < 0.05, Holm’s correction); ahead: up (+0.200, +0.100 to +0.300; 9.5 model calls per task); behind: down (−0.200, −0.300 to −0.100; 1 model call per task).',
  );
});

test('is ahead with less where lower is better', () => {
  const rows = [BASE, UP, DOWN].map((row) => ({ ...row, higherIsBetter: false }));
  expect(verdictOf(tableOf(...rows), shown)).toMatch(/ahead: down .*; behind: up /);
});

test('names three on a side, the farthest first, and counts the others', () => {
  const ups = [0.1, 0.2, 0.3, 0.4, 0.5].map((by, at) => ({ ...UP, label: `up ${at}`, difference: than(by, by, by) }));
  const downs = ups.map((row, at) => ({ ...row, label: `down ${at}`, difference: than(-at - 1, -at - 1, -at - 1) }));
  expect(verdictOf(tableOf(BASE, ...ups, ...downs.slice(0, 4)), shown)).toMatch(
    /ahead: up 4 .*; up 3 .*; up 2 [^;]*; [^;]*\); 2 more; behind: down 3 .*; down 2 .*; down 1 [^;]*; [^;]*\); 1 more\.$/,
  );
});

test('names no row whose difference is not significant', () => {
  const verdict = verdictOf(tableOf(BASE, EVEN), shown);
  expect(verdict).toContain('0 of 1 differences');
  expect(verdict).toContain('nothing is ahead');
  expect(verdict).not.toContain('even');
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
