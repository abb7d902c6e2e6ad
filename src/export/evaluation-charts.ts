/** @file The charts of an evaluation as SVG, for a file that opens without the lab: intervals by method, and quality against calls. */
import type { EvaluationTable, Interval, TableRow } from '../core/evaluation.ts';
import { largest, smallest } from '../core/numbers/extremes.ts';
import { escaped } from './html-text.ts';

export const CHART_STYLE = `.chart text{fill:var(--soft);font:12px system-ui,sans-serif}.chart .axis{stroke:var(--line)}.chart .base{stroke:var(--soft);stroke-width:1.7;stroke-linecap:round;stroke-dasharray:0 4}.chart .range{stroke:var(--ink);stroke-width:1.6}.chart circle{fill:var(--leaf)}`;

const WIDTH = 760;
const LABELS = 250;
const RIGHT = 24;
const ROW = 24;

interface Point {
  readonly label: string;
  readonly of: Interval;
  readonly calls: number | null;
}

function pointsOf(rows: readonly TableRow[], metric: string): readonly Point[] {
  return rows.flatMap(({ label, metrics, cost }): Point[] => {
    const value = metrics.find(({ name }) => name === metric)?.valid.value ?? null;
    return value === null ? [] : [{ label, of: value, calls: cost.modelCalls }];
  });
}

/** The largest power of ten that is not above a positive number. */
function powerOfTen(value: number): number {
  let power = 1;
  while (power > value) power /= 10;
  while (power * 10 <= value) power *= 10;
  return power;
}

export function ticksBetween(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  if (!(rough > 0)) return [low];
  const power = powerOfTen(rough);
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
}

interface Scale {
  readonly of: (value: number) => number;
  readonly ticks: readonly number[];
}

function scaleOver(values: readonly number[], from: number, to: number): Scale {
  const [low, high] = [smallest(values), largest(values)];
  const room = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.1 || 1;
  const [start, end] = [low - room, high + room];
  return { of: (value) => from + ((value - start) / (end - start)) * (to - from), ticks: ticksBetween(start, end) };
}

const at = (value: number): string => value.toFixed(1);
const short = (value: number): string => String(Number(value.toPrecision(3)));
const text = (x: number, y: number, words: string, anchor = 'start'): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
const line = (className: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<path class="${className}" d="M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}" fill="none"/>`;

const shortened = (label: string): string => (label.length <= 38 ? label : `${label.slice(0, 37)}…`);

const figure = (caption: string, height: number, drawn: readonly string[]): string =>
  `<figure class="chart"><figcaption>${escaped(caption)}</figcaption><svg viewBox="0 0 ${WIDTH} ${at(height)}" width="${WIDTH}" role="img" aria-label="${escaped(caption)}">${drawn.join('')}</svg></figure>`;

/** Each method with its interval, and a line through the base. Empty where nothing was measured. */
export function intervalChart({ rows, base }: EvaluationTable, metric: string): string {
  const points = pointsOf(rows, metric);
  if (points.length === 0) return '';
  const bottom = points.length * ROW + 8;
  const scale = scaleOver(
    points.flatMap(({ of }) => [of.low, of.high]),
    LABELS,
    WIDTH - RIGHT,
  );
  const held = points.find(({ label }) => label === base);
  return figure(`${metric}, with 95 % intervals`, bottom + 26, [
    ...scale.ticks.map((tick) => line('axis', scale.of(tick), 0, scale.of(tick), bottom)),
    ...scale.ticks.map((tick) => text(scale.of(tick), bottom + 18, short(tick), 'middle')),
    held === undefined ? '' : line('base', scale.of(held.of.value), 0, scale.of(held.of.value), bottom),
    ...points.flatMap(({ label, of }, index) => {
      const y = index * ROW + ROW / 2 + 4;
      return [
        text(LABELS - 12, y + 4, shortened(label), 'end'),
        line('range', scale.of(of.low), y, scale.of(of.high), y),
        `<circle cx="${at(scale.of(of.value))}" cy="${at(y)}" r="4.5"><title>${escaped(`${label}: ${of.value.toFixed(3)} (${of.low.toFixed(3)} to ${of.high.toFixed(3)})`)}</title></circle>`,
      ];
    }),
  ]);
}

/** Quality against model calls per task. Empty where all methods call alike or nothing calls a model. */
export function callsChart({ rows }: EvaluationTable, metric: string): string {
  const points = pointsOf(rows, metric).flatMap(({ calls, ...point }) => (calls === null ? [] : [{ ...point, calls }]));
  if (new Set(points.map(({ calls }) => calls)).size < 2) return '';
  const [bottom, left] = [260, 60];
  const x = scaleOver(
    points.map(({ calls }) => calls),
    left,
    WIDTH - 180,
  );
  const y = scaleOver(
    points.map(({ of }) => of.value),
    bottom,
    10,
  );
  return figure(`${metric} against model calls per task`, bottom + 44, [
    ...y.ticks.flatMap((tick) => [
      line('axis', left, y.of(tick), WIDTH - 180, y.of(tick)),
      text(left - 8, y.of(tick) + 4, short(tick), 'end'),
    ]),
    ...x.ticks.map((tick) => text(x.of(tick), bottom + 18, short(tick), 'middle')),
    text((left + WIDTH - 180) / 2, bottom + 38, 'model calls per task', 'middle'),
    ...points.flatMap(({ label, of, calls }) => [
      `<circle cx="${at(x.of(calls))}" cy="${at(y.of(of.value))}" r="4.5"/>`,
      text(x.of(calls) + 8, y.of(of.value) + 4, shortened(label)),
    ]),
  ]);
}
