/** @file Which rows of a comparison are best, and when none can be. */
import { expect, test } from 'vitest';
import { bestRows, whyUnranked } from '../../src/ui/pages/compare/verdict.ts';
import { tableOf } from './evaluation-rows.ts';

const FAR = { value: 0.2, low: 0.1, high: 0.3 };
const NEAR = { value: 0.2, low: -0.1, high: 0.5 };
const shown = { metric: 'NDCG@10', misses: false };

test('the best of complete rows is the highest, or the lowest where lower is better', () => {
  const rows = [
    { label: 'a', value: 0.2 },
    { label: 'b', value: 0.4, difference: FAR },
  ];
  expect(whyUnranked(tableOf(...rows))).toBeNull();
  expect(bestRows(tableOf(...rows), shown)).toEqual(['b']);
  expect(bestRows(tableOf(...rows.map((row) => ({ ...row, higherIsBetter: false }))), shown)).toEqual(['a']);
});

test('nothing is best while a row lacks tasks, also one that has none at all, and the reason is said', () => {
  for (const tasks of [0, 20]) {
    const table = tableOf({ label: 'a', value: 0.2 }, { label: 'b', value: 0.4, tasks, missing: 50 - tasks });
    expect(bestRows(table, shown)).toEqual([]);
    expect(whyUnranked(table)).toContain(`${50 + tasks} of 100 tasks`);
  }
});

test('the best value is not marked where chance may have made it so', () => {
  const base = { label: 'base', value: 0.2 };
  expect(bestRows(tableOf(base, { label: 'a', value: 0.4, difference: NEAR }), shown)).toEqual([]);
  const others = [
    { label: 'a', value: 0.3, difference: FAR },
    { label: 'b', value: 0.4, difference: NEAR },
  ];
  expect(bestRows(tableOf(base, ...others), shown)).toEqual([]);
  expect(bestRows(tableOf({ ...base, value: 0.9 }, ...others), shown)).toEqual(['base']);
});
