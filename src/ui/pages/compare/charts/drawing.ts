import * as Plot from '@observablehq/plot';
import { wrap } from '../../../../picture/wrap.ts';
import { digits, interval } from '../numbers.ts';
import type { Interval } from '../../../../core/evaluation.ts';
import type { Point } from './chart-data.ts';

/** A drawn chart. `value` is what the pointer is at. */
export type Drawing = SVGSVGElement & { readonly value?: unknown };

export const INK = 'var(--ink)';
export const LEAF = 'var(--leaf)';
export const FAINT = 'var(--faint)';
export const GRID = { stroke: 'var(--line)', strokeOpacity: 1 } as const;
export const TIP = { fill: 'var(--raised)', stroke: 'var(--line)', textPadding: 7, pathFilter: 'none' } as const;
/** The size of letters, in pixels. */
export const LETTER_SIZE = 12;
/** The mean width of a letter, in pixels. */
export const LETTER = 6.6;

/** The policy of the page refuses a style sheet of the chart's own; charts.css says the same. */
export function drawn({ x, y, ...options }: Plot.PlotOptions): Drawing {
  // The arrows of axes are not among the letters of the page's typeface.
  const axes = { x: { labelArrow: 'none', ...x }, y: { labelArrow: 'none', ...y } } as const;
  const svg = Plot.plot({ className: 'plot', color: { type: 'identity' }, ...options, ...axes }) as unknown as Drawing;
  for (const style of svg.querySelectorAll('style')) style.remove();
  // A picture has one name; its parts have no role that could carry another.
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  return svg;
}

export const tipOf = (point: Point): string => `${point.label}\n${inDigits(point)}`;

/** `0.507 (0.412 to 0.602)`; a point by itself. */
export function inDigits(measured: Interval): string {
  const range = interval(measured);
  return range === null ? digits(measured.value) : `${digits(measured.value)} (${range})`;
}

/** The room that the longest label takes, in pixels. */
export const widest = (labels: readonly string[]): number => Math.max(...labels.map(({ length }) => length)) * LETTER;

/** Small multiples: a part for each name, as many beside each other as there is room for. */
export interface Multiples<Datum> {
  readonly rows: number;
  readonly place: { readonly fx: (datum: Datum) => number; readonly fy: (datum: Datum) => number };
  readonly names: Plot.Markish;
}

export function multiplesOf<Datum>(
  data: readonly Datum[],
  nameOf: (datum: Datum) => string,
  width: number,
): Multiples<Datum> {
  const names = [...new Set(data.map(nameOf))];
  const columns = Math.max(1, Math.min(names.length, Math.floor(width / 175)));
  const columnOf = (name: string): number => names.indexOf(name) % columns;
  const rowOf = (name: string): number => Math.floor(names.indexOf(name) / columns);
  return {
    rows: Math.ceil(names.length / columns),
    place: { fx: (datum) => columnOf(nameOf(datum)), fy: (datum) => rowOf(nameOf(datum)) },
    names: Plot.text(names, {
      fx: columnOf,
      fy: rowOf,
      text: (name: string) => wrap(name, width / columns - 30, LETTER_SIZE, 3).join('\n'),
      frameAnchor: 'top-left',
      lineAnchor: 'bottom',
      dy: -8,
      fontWeight: 500,
      fill: INK,
    }),
  };
}
