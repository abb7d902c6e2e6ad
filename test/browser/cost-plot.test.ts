/** @file Quality against cost with many rows, drawn: no name covers another one, a mark or an interval. */
import * as Plot from '@observablehq/plot';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../src/ui/app.css';
import type { Point } from '../../src/ui/pages/compare/charts/chart-data.ts';
import { drawCosts, drawIntervals } from '../../src/ui/pages/compare/charts/plots.ts';

/** Baselines that cost nothing, planners at three budgets, and answers from everything explored, which cost about the same. */
const POINTS: readonly Point[] = Array.from({ length: 20 }, (_, at) => {
  const label = at < 6 ? `Baseline ${String(at)}` : `Tree-of-Thoughts (DFS), everything explored, ${String(at)} calls`;
  const value = 0.3 + ((at * 7) % 20) / 50;
  const modelCalls = at < 6 ? 0 : 8 * (1 + (at % 3));
  return {
    ...{ label, value, low: value - 0.12, high: value + 0.12, significant: false },
    cost: { modelCalls, toolCalls: 0, tokens: 0, seconds: 0 },
  };
});

const svgOf = (drawing: Element): Element => {
  document.body.replaceChildren(drawing);
  return drawing;
};
const boxes = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
const touch = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

// Charts shrink where the page is narrower.
beforeAll(() => page.viewport(1000, 900));
afterEach(() => document.body.replaceChildren());

test.each([760, 560, 320])('20 rows at %i pixels', (width) => {
  const svg = svgOf(
    drawCosts(Plot, POINTS, { front: POINTS.slice(5, 7), cost: 'modelCalls', metric: 'NDCG@10', width }),
  );
  const whole = svg.getBoundingClientRect();
  const names = [...svg.querySelectorAll('text')].filter(({ textContent }) => /Baseline|Tree/.test(textContent));
  expect(names).toHaveLength(POINTS.length);
  const named = names.map((name) => name.getBoundingClientRect());
  const marks = boxes('circle');
  expect(marks).toHaveLength(POINTS.length);
  const bars = [...svg.querySelectorAll('g[stroke="var(--faint)"] line')].map((bar) => bar.getBoundingClientRect());
  expect(bars).toHaveLength(POINTS.length);
  named.forEach((name, at) => {
    expect(named.slice(at + 1).some((other) => touch(name, other))).toBe(false);
    expect([...marks, ...bars].some((other) => touch(name, other))).toBe(false);
    expect(name.right).toBeLessThanOrEqual(whole.right + 1);
    expect(name.bottom).toBeLessThanOrEqual(whole.bottom + 1);
  });
  // Each row stands at what it costs, on an axis that begins with nothing.
  const across = marks.map(({ left, width: wide }) => left + wide / 2);
  const [free, dearest] = [Math.min(...across), Math.max(...across)];
  POINTS.forEach(({ cost: { modelCalls } }, at) =>
    expect(across[at]).toBeCloseTo(free + ((modelCalls ?? NaN) / 24) * (dearest - free), 0),
  );
  for (const mark of marks) expect(mark.left).toBeGreaterThanOrEqual(whole.left);
});

test('a metric that is one value for all is a column of points on an axis that can be read', () => {
  const zero = POINTS.slice(0, 3).map((point) => ({ ...point, value: 0, low: 0, high: 0 }));
  const svg = svgOf(drawIntervals(Plot, zero, { base: 'Baseline 0', metric: 'Accuracy', width: 600 }));
  expect(svg.querySelectorAll('circle')).toHaveLength(3);
  const across = boxes('circle').map(({ left }) => left);
  expect(new Set(across).size).toBe(1);
  expect(across[0]).toBeGreaterThan(svg.getBoundingClientRect().left + 100);
  expect([...svg.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain('0.0');
  // The broken line at the reference alone.
  const tall = [...svg.querySelectorAll('line')].filter((line) => line.getBoundingClientRect().width > 20);
  expect(tall).toHaveLength(0);
  const costs = svgOf(drawCosts(Plot, zero, { front: zero, cost: 'modelCalls', metric: 'Accuracy', width: 600 }));
  expect(costs.querySelectorAll('circle')).toHaveLength(3);
  expect(costs.outerHTML).not.toMatch(/NaN|Infinity/);
});
