/** @file The intervals of an evaluation as SVG, by method, for a file that opens without the lab. */
import type { EvaluationTable } from '../core/evaluation.ts';
import { largest, smallest } from '../core/numbers/extremes.ts';
import { escaped } from './html-text.ts';

export const CHART_STYLE = `.chart text{fill:var(--soft);font:12px system-ui,sans-serif}.chart .axis{stroke:var(--line)}.chart .base{stroke:var(--soft);stroke-width:1.7;stroke-linecap:round;stroke-dasharray:0 4}.chart .range{stroke:var(--ink);stroke-width:1.6}.chart circle{fill:var(--leaf)}`;

const WIDTH = 760;
const LABELS = 250;
const RIGHT = 24;
const ROW = 24;
const LONGEST_LABEL = 38;

const at = (value: number): string => value.toFixed(1);
const text = (x: number, y: number, words: string, anchor: string): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
const line = (className: string, x1: number, y1: number, x2: number, y2: number): string =>
  `<path class="${className}" d="M${at(x1)} ${at(y1)}L${at(x2)} ${at(y2)}" fill="none"/>`;

const shortened = (label: string): string =>
  label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;

export function intervalChart({ rows, base }: EvaluationTable, metric: string): string {
  const points = rows.flatMap(({ label, metrics }) => {
    const of = metrics.find(({ name }) => name === metric)?.valid.value ?? null;
    return of === null ? [] : [{ label, of }];
  });
  if (points.length === 0) return '';
  const low = smallest(points.map(({ of }) => of.low));
  const high = largest(points.map(({ of }) => of.high));
  const room = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.1 || 1;
  const along = (value: number): number =>
    LABELS + ((value - low + room) / (high - low + 2 * room)) * (WIDTH - RIGHT - LABELS);
  const bottom = points.length * ROW + 8;
  const held = points.find(({ label }) => label === base);
  const drawn = [
    ...[low, (low + high) / 2, high].flatMap((tick) => [
      line('axis', along(tick), 0, along(tick), bottom),
      text(along(tick), bottom + 18, tick.toPrecision(3), 'middle'),
    ]),
    held === undefined ? '' : line('base', along(held.of.value), 0, along(held.of.value), bottom),
    ...points.flatMap(({ label, of }, index) => {
      const y = index * ROW + ROW / 2 + 4;
      const told = `${label}: ${of.value.toFixed(3)} (${of.low.toFixed(3)} to ${of.high.toFixed(3)})`;
      return [
        text(LABELS - 12, y + 4, shortened(label), 'end'),
        line('range', along(of.low), y, along(of.high), y),
        `<circle cx="${at(along(of.value))}" cy="${at(y)}" r="4.5"><title>${escaped(told)}</title></circle>`,
      ];
    }),
  ];
  const caption = escaped(`${metric}, with 95 % intervals`);
  const size = `viewBox="0 0 ${WIDTH} ${bottom + 26}" width="${WIDTH}"`;
  return `<figure class="chart"><figcaption>${caption}</figcaption><svg ${size} role="img" aria-label="${caption}">${drawn.join('')}</svg></figure>`;
}
