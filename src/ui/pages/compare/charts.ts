/** @file The chart of a comparison: rows with intervals. */
import type * as PlotModule from '@observablehq/plot';
import type { EvaluationTable, Interval } from '../../../core/evaluation.ts';
import { REFERENCE } from '../../parts/charts/inks.ts';
import { digits, interval } from './words.ts';

export interface Point extends Interval {
  readonly label: string;
  /** True where it differs from the reference by more than chance. */
  readonly significant: boolean;
}

export function pointsOf(
  { rows }: EvaluationTable,
  { metric, misses }: { readonly metric: string; readonly misses: boolean },
): Point[] {
  return rows.flatMap(({ label, metrics }): Point[] => {
    const result = metrics.find(({ name }) => name === metric);
    const reading = misses ? result?.misses : result?.valid;
    return reading?.value ? [{ label, significant: reading.significant, ...reading.value }] : [];
  });
}

export const isHigherBetter = ({ rows }: EvaluationTable, metric: string): boolean =>
  rows[0]?.metrics.find(({ name }) => name === metric)?.higherIsBetter !== false;

/** From the lowest to the highest of all intervals; where they are all one value, with room around it. */
function spanOf(intervals: readonly Interval[]): readonly [low: number, high: number] {
  const low = Math.min(...intervals.map((one) => one.low));
  const high = Math.max(...intervals.map((one) => one.high));
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

const INK = 'var(--ink)';
const FAINT = 'var(--faint)';
const TIP = { fill: 'var(--raised)', stroke: 'var(--line)', textPadding: 7, pathFilter: 'none' } as const;
const WIDEST = 760;
const LETTER = 6.6;
const LINE = 12;

/** `0.507 (0.412 to 0.602)`; a point by itself. */
function tipOf(point: Point): string {
  const range = interval(point);
  return `${point.label}\n${digits(point.value)}${range === null ? '' : ` (${range})`}`;
}

export function drawIntervals(
  plot: typeof PlotModule,
  points: readonly Point[],
  { base, metric, width: room }: { readonly base: string; readonly metric: string; readonly width: number },
): SVGSVGElement | HTMLElement {
  const width = Math.min(room, WIDEST);
  const longest = Math.max(...points.map(({ label }) => label.length)) * LETTER;
  const forLabels = Math.min(longest, width * 0.45 - 14);
  const rowHeight = 26 + (Math.ceil(longest / forLabels) - 1) * LINE;
  const reference = points.filter(({ label }) => label === base);
  const fill = (point: Point): string => (point.label === base ? FAINT : point.significant ? 'var(--leaf)' : INK);
  const ticks = Math.max(3, Math.floor((width - forLabels) / 80));
  return plot.plot({
    className: 'plot',
    color: { type: 'identity' },
    width,
    height: points.length * rowHeight + 44,
    marginLeft: forLabels + 14,
    marginRight: 14,
    marginTop: 6,
    marginBottom: 36,
    x: { label: metric, labelArrow: 'none', domain: spanOf(points), nice: true, ticks },
    y: { axis: null, domain: points.map(({ label }) => label) },
    marks: [
      // Labels that are too long for their margin go on in another line: their ends are what tells them apart.
      plot.axisY({ label: null, tickSize: 0, labelArrow: 'none', lineWidth: forLabels / LINE }),
      plot.gridX({ stroke: 'var(--line)', strokeOpacity: 1 }),
      plot.ruleX(reference, { x: 'value', stroke: FAINT, ...REFERENCE }),
      // Where all draws gave one value there is a point, and nothing to draw around it.
      plot.ruleY(
        points.filter(({ low, high }) => low < high),
        { y: 'label', x1: 'low', x2: 'high', stroke: INK, strokeWidth: 1.6 },
      ),
      plot.dot(points, { y: 'label', x: 'value', r: 4.5, fill, stroke: 'var(--paper)' }),
      plot.tip(points, plot.pointerY({ y: 'label', x: 'value', title: tipOf, ...TIP })),
    ],
  });
}
