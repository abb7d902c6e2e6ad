/** @file The chart of a comparison, drawn. */
import * as Plot from '@observablehq/plot';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../src/ui/app.css';
import { drawIntervals, type Point } from '../../src/ui/pages/compare/charts.ts';

const svgOf = (drawing: Element): Element => {
  document.body.replaceChildren(drawing);
  return drawing;
};
const boxes = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
// Charts shrink where the page is narrower.
beforeAll(() => page.viewport(1000, 900));
afterEach(() => document.body.replaceChildren());

test('a metric that is one value for all is a column of points on an axis that can be read', () => {
  const labels = ['Baseline 0', 'Baseline 1', 'Baseline 2'];
  const zero: Point[] = labels.map((label) => ({ label, value: 0, low: 0, high: 0, significant: false }));
  const svg = svgOf(drawIntervals(Plot, zero, { base: 'Baseline 0', metric: 'Accuracy', width: 600 }));
  expect(svg.querySelectorAll('circle')).toHaveLength(3);
  const across = boxes('circle').map(({ left }) => left);
  expect(new Set(across).size).toBe(1);
  expect(across[0]).toBeGreaterThan(svg.getBoundingClientRect().left + 100);
  expect([...svg.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain('0.0');
  // The broken line at the reference alone.
  const tall = [...svg.querySelectorAll('line')].filter((line) => line.getBoundingClientRect().width > 20);
  expect(tall).toHaveLength(0);
});
