/** @file How a chart cell is drawn, in the lab's inks: intervals where they are known, names beside what they name. */
import type * as PlotModule from '@observablehq/plot';
import type { SqlValue } from '../../../core/database.ts';
import type { Interval } from '../../../core/evaluation.ts';
import type { ChartCell } from '../../../notebook/notebook.ts';
import { INK_RANGE } from '../../parts/charts/inks.ts';
import { inWords } from './titles.ts';

export interface ChartPoint {
  readonly values: Readonly<Record<string, SqlValue>>;
  readonly intervals: Readonly<Record<string, Interval>>;
}

export interface Charted {
  readonly cell: Pick<ChartCell, 'kind' | 'x' | 'y' | 'colour'>;
  readonly points: readonly ChartPoint[];
}

type Plot = typeof PlotModule;
type Drawn = SVGSVGElement | HTMLElement;

const LETTER = 6.6;
const ROW = 30;

const nameOf = (value: SqlValue | undefined): string => String(value ?? '');

/** The same metric of the answers from everything that was explored, where a tree was answered twice. */
const exploredOf = (column: string): string => `${column} (explored)`;

export const isNumeric = (points: readonly ChartPoint[], column: string): boolean =>
  points.every(({ values }) => values[column] === null || typeof values[column] === 'number');

/** Several rows share a bar, which is then their mean. */
export function isMean({ cell: { x, colour }, points }: Charted): boolean {
  const groups = points.map(({ values }) => JSON.stringify([values[x], colour === null ? null : values[colour]]));
  return new Set(groups).size < groups.length;
}

/** True where a chart shows both answers of each tree: from what was kept, and from everything that was explored. */
export const showsBoth = ({ cell: { kind, y, colour }, points }: Charted): boolean =>
  kind === 'bar' && y !== null && colour === null && points.some(({ values }) => exploredOf(y) in values);

export const showsIntervals = (charted: Charted): boolean => {
  const { y, kind } = charted.cell;
  const isRight = kind === 'line' || (kind === 'bar' && charted.cell.colour === null);
  return isRight && y !== null && !isMean(charted) && charted.points.some(({ intervals }) => y in intervals);
};

const endOf = (column: string, side: 'low' | 'high') => (point: ChartPoint) => point.intervals[column]?.[side];

/** A dot with its interval for each row, and two where its tree was answered twice. */
function drawIntervals(charted: Charted, column: string, plot: Plot, width: number): Drawn {
  const { cell, points } = charted;
  const both = showsBoth(charted);
  const label = ({ values }: ChartPoint): string => nameOf(values[cell.x]);
  const longest = Math.max(1, ...points.map((point) => label(point).length)) * LETTER;
  const room = Math.min(longest, width * 0.42);
  const series = [
    { name: column, dy: both ? -6 : 0, fill: 'var(--ink)', stroke: 'var(--ink)' },
    ...(both ? [{ name: exploredOf(column), dy: 6, fill: 'var(--paper)', stroke: 'var(--ochre)' }] : []),
  ];
  return plot.plot({
    className: 'plot',
    width,
    height: points.length * (both ? ROW + 8 : ROW) + 44,
    marginLeft: room + 14,
    marginRight: 14,
    marginTop: 6,
    marginBottom: 36,
    color: { type: 'identity' },
    x: { label: inWords(column), labelArrow: 'none', nice: true, ticks: Math.max(3, Math.floor((width - room) / 90)) },
    y: { axis: null, type: 'band', domain: points.map(label) },
    marks: [
      plot.axisY({ label: null, tickSize: 0, labelArrow: 'none', lineWidth: room / 11 }),
      plot.gridX({ stroke: 'var(--line)', strokeOpacity: 1 }),
      ...series.flatMap(({ name, dy, fill, stroke }) => {
        const sure = points.filter(({ intervals }) => name in intervals);
        const range = { x1: endOf(name, 'low'), x2: endOf(name, 'high') };
        const value = ({ values }: ChartPoint): SqlValue => values[name] ?? null;
        return [
          plot.ruleY(sure, { y: label, ...range, stroke, strokeWidth: 1.6, dy }),
          plot.dot(points, { y: label, x: value, r: 4.5, fill, stroke, strokeWidth: 1.6, dy }),
        ];
      }),
    ],
  });
}

const keyOf = (points: readonly ChartPoint[], colour: string | null) =>
  colour !== null && {
    color: { legend: true, ...(!isNumeric(points, colour) && { type: 'ordinal' as const, range: INK_RANGE }) },
  };

/** Bars lie down, so that the names beside them can be read. */
function drawBars(charted: Charted, plot: Plot, width: number): Drawn {
  const { cell, points } = charted;
  const { x, y, colour } = cell;
  const rows = points.map(({ values }) => values);
  const fill = colour ?? 'var(--leaf)';
  // Colours stand side by side and never one upon the other: a sum of errors would be none.
  const isGrouped = colour !== null && colour !== x;
  const along = isGrouped ? { fy: x, y: colour } : { y: x };
  const domain = [...new Set(rows.map((row) => row[x]))] as string[];
  const tickFormat = (name: unknown): string => nameOf(name as SqlValue).slice(0, 40);
  const names = { label: null, type: 'band' as const, tickFormat, domain };
  const letters = Math.max(1, ...domain.map((name) => nameOf(name).length));
  const groups = new Set(rows.map((row) => JSON.stringify([row[x], colour === null ? null : row[colour]]))).size;
  const label = y === null ? 'count' : `${isMean(charted) ? 'mean ' : ''}${inWords(y)}`;
  return plot.plot({
    className: 'plot',
    width,
    marginLeft: Math.min(width * 0.42, 24 + letters * LETTER),
    marginRight: 20,
    height: 44 + 24 * groups,
    ...keyOf(points, colour),
    x: { label, labelArrow: 'none', grid: true },
    ...(isGrouped ? { fy: names, y: { axis: null, type: 'band' as const } } : { y: names }),
    marks: [
      y === null
        ? plot.barX(rows, plot.groupY({ x: 'count' }, { ...along, fill }))
        : plot.barX(rows, plot.groupY({ x: 'mean' }, { x: y, ...along, fill })),
      plot.ruleX([0], { stroke: 'var(--ghost)' }),
    ],
  });
}

/** Draws bars, or dots with their intervals where those are known. @param width in pixels */
export function drawChart(charted: Charted, plot: Plot, width: number): Drawn {
  const { y } = charted.cell;
  const isSure = y !== null && (showsBoth(charted) || showsIntervals(charted));
  return isSure ? drawIntervals(charted, y, plot, width) : drawBars(charted, plot, width);
}
