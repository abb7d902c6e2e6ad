/** @file The sentences over a comparison: only what is significant. */
import { expect, test } from 'vitest';
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

test('names no row as ahead where no difference is significant, and says so', () => {
  const verdict = verdictOf(tableOf(BASE, EVEN, { ...EVEN, label: 'also even' }), shown);
  expect(verdict?.isOpen).toBe(true);
  expect(verdict?.text).toBe(
    'NDCG@10: none of 2 rows differs from base beyond chance (p < 0.05, Holm’s correction): 50 people cannot tell them apart. Each row was tested against base, and no other pair was.',
  );
  expect(textOf(BASE, EVEN)).toContain('even does not differ from base');
  expect(verdictOf(tableOf(BASE, UP), shown)?.isOpen).toBe(false);
});

test('says nothing while tasks are missing, or where there is nothing to compare', () => {
  expect(verdictOf(tableOf(BASE, { ...UP, missing: 1 }), shown)).toBeNull();
  expect(verdictOf(tableOf(BASE), shown)).toBeNull();
  expect(verdictOf(tableOf(BASE, UP), { ...shown, metric: 'RMSE' })).toBeNull();
});
