/** @file The sentences under a comparison: only what is significant. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../src/ui/pages/compare/verdict.ts';
import { tableOf, type RowOf } from './evaluation-rows.ts';

const shown = { metric: 'NDCG@10', misses: false };
const than = (value: number, low: number, high: number) => ({ value, low, high });
const BASE: RowOf = { label: 'base', value: 0.3, calls: 0 };
const UP: RowOf = { label: 'up', value: 0.5, calls: 9.5, difference: than(0.2, 0.1, 0.3) };
const DOWN: RowOf = { label: 'down', value: 0.1, calls: 1, difference: than(-0.2, -0.3, -0.1) };
const EVEN: RowOf = { label: 'even', value: 0.31, calls: 4, difference: than(0.01, -0.1, 0.1) };

const of = (...rows: RowOf[]) => verdictOf(tableOf(...rows), shown);

test('says who is ahead and who behind, at what price, and what was not tested', () => {
  const verdict = of(BASE, DOWN, EVEN, UP);
  expect(verdict?.said).toBe('Up beats base; down does worse; 50 people cannot tell the other from it.');
  expect(verdict?.tests).toBe(
    'NDCG@10: each row was tested against base, and no other pair was (p < 0.05, Holm’s correction). Farthest ahead is up with 0.500, for 9.5 model calls per task.',
  );
});

test('names nothing as ahead that is not', () => {
  const fewer = of(...[BASE, UP].map((row) => ({ ...row, higherIsBetter: false })));
  expect(fewer?.said).toBe('Nothing beats base beyond chance; up does worse.');
  expect(of(BASE, EVEN)?.said).toBe('Among 50 people nothing beats base beyond chance, and nothing does worse.');
});

test('speaks of looking things up, and of what asks no model, only where all of these rows are on one side', () => {
  const base = { ...BASE, calls: 1 };
  const looks = [UP, { ...UP, label: 'also up' }].map((row) => ({ ...row, tools: 3 }));
  const free = [DOWN, { ...DOWN, label: 'also down' }].map((row) => ({ ...row, calls: 0 }));
  expect(of(base, ...looks, ...free)?.said).toBe(
    'Looking things up first beats answering at once (base); every method without a model does worse.',
  );
  expect(of(base, ...looks, { ...EVEN, tools: 3 })?.said).toBe(
    'Up and also up beat answering at once (base); 50 people cannot tell the other from it.',
  );
});

test('says nothing while tasks are missing, or where there is nothing to compare', () => {
  expect(verdictOf(tableOf(BASE, { ...UP, missing: 1 }), shown)).toBeNull();
  expect(verdictOf(tableOf(BASE), shown)).toBeNull();
  expect(verdictOf(tableOf(BASE, UP), { ...shown, metric: 'RMSE' })).toBeNull();
});
