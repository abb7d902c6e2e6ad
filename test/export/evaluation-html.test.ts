/** @file A whole evaluation as one page: its charts say what the table says, and nothing of it is markup. */
import { describe, expect, test } from 'vitest';
import type { EvaluationTable, Interval, TableRow } from '../../src/core/evaluation.ts';
import { intervalChart } from '../../src/export/evaluation-charts.ts';
import { evaluationHtml } from '../../src/export/evaluation-html.ts';

const interval = (value: number): Interval => ({ value, low: value - 0.1, high: value + 0.1 });

function row(label: string, value: number | null, modelCalls: number | null): TableRow {
  const reading = {
    ...{ value: value === null ? null : interval(value), difference: null },
    ...{ p: null, holmP: null, significant: false },
  };
  return {
    ...{ label, factors: { method: label, model: null, shots: null, budget: null } },
    ...{ tasks: 10, missing: 0, people: 10, failures: {}, lists: [], computedShare: null, timedOutStatements: 0 },
    metrics: [{ name: 'RMSE', higherIsBetter: false, valid: reading, misses: reading, people: null }],
    cost: { modelCalls, toolCalls: 0, tokens: 0, seconds: 0 },
    replies: { constrained: 0, validated: 0, mended: 0, repaired: 0, failed: 0 },
    positions: [],
    slices: [],
  };
}

const TABLE: EvaluationTable = {
  ...{ name: 'grid', base: 'a', seeds: [1] },
  rows: [row('a', 1, 1), row('<b onload=x>', 0.8, 9), row('c', null, null)],
};
const texts = { header: ['method', 'RMSE'], lines: [['<b onload=x>', '0.8']], note: 'n & m' };

describe('a chart', () => {
  test('has a mark for each method that was measured, as far along as its value', () => {
    const svg = intervalChart(TABLE, 'RMSE');
    const marks = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    expect(marks).toHaveLength(2);
    expect(marks[0]).toBeGreaterThan(marks[1] ?? Infinity);
    expect(svg).toContain('class="base"');
    expect(intervalChart(TABLE, 'HR@10')).toBe('');
  });
});

test('labels and notes are texts, never markup', () => {
  const html = evaluationHtml({
    table: TABLE,
    texts,
    title: 'A <i>grid</i>',
    data: 'Made-up films (synthetic)',
    answeredBy: ['Built-in reasoner (rules, not a language model)'],
    spec: { x: '</pre><script>' },
    traces: [],
    withoutTraces: 'None.',
  });
  expect(html).toContain('&lt;b onload=x&gt;');
  expect(html).toContain('A &lt;i&gt;grid');
  expect(html).toContain('Made-up films (synthetic)');
  expect(html).toContain('rules, not a language model');
  expect(html).not.toContain('<b onload');
  expect(html).not.toContain('<script');
  expect(html).toContain('n &amp; m');
  expect(html).toContain('None.');
});
