/** @file The charts of a comparison: rows with intervals, and quality against cost. */
import type * as PlotModule from '@observablehq/plot';
import type { Cost, Interval } from '../../../../core/evaluation.ts';
import { REFERENCE } from '../../../parts/charts/inks.ts';
import { digits, interval } from '../numbers.ts';
import { spanOf, withWidth, type Point } from './chart-data.ts';

type Plot = typeof PlotModule;
type Drawing = SVGSVGElement | HTMLElement;

const INK = 'var(--ink)';
const LEAF = 'var(--leaf)';
const FAINT = 'var(--faint)';
const GRID = { stroke: 'var(--line)', strokeOpacity: 1 } as const;
const TIP = { fill: 'var(--raised)', stroke: 'var(--line)', textPadding: 7, pathFilter: 'none' } as const;
const FRAME = { className: 'plot', color: { type: 'identity' }, marginBottom: 36 } as const;
const WIDEST = 760;
const LETTER = 6.6;
const LINE = 12;

const widest = (labels: readonly string[]): number => Math.max(...labels.map(({ length }) => length)) * LETTER;
const ticksIn = (width: number): number => Math.max(3, Math.floor(width / 80));

/** `0.507 (0.412 to 0.602)`; a point by itself. */
function inDigits(measured: Interval): string {
  const range = interval(measured);
  return range === null ? digits(measured.value) : `${digits(measured.value)} (${range})`;
}
const tipOf = (point: Point): string => `${point.label}\n${inDigits(point)}`;

export function drawIntervals(
  plot: Plot,
  points: readonly Point[],
  { base, metric, width: room }: { readonly base: string; readonly metric: string; readonly width: number },
): Drawing {
  const width = Math.min(room, WIDEST);
  const longest = widest(points.map(({ label }) => label));
  const forLabels = Math.min(longest, width * 0.45 - 14);
  const rowHeight = 26 + (Math.ceil(longest / forLabels) - 1) * LINE;
  const reference = points.filter(({ label }) => label === base);
  const fill = (point: Point): string => (point.label === base ? FAINT : point.significant ? LEAF : INK);
  return plot.plot({
    ...FRAME,
    width,
    height: points.length * rowHeight + 44,
    marginLeft: forLabels + 14,
    marginRight: 14,
    marginTop: 6,
    x: { label: metric, labelArrow: 'none', domain: spanOf(points), nice: true, ticks: ticksIn(width - forLabels) },
    y: { axis: null, domain: points.map(({ label }) => label) },
    marks: [
      // Labels that are too long for their margin go on in another line: their ends are what tells them apart.
      plot.axisY({ label: null, tickSize: 0, labelArrow: 'none', lineWidth: forLabels / LINE }),
      plot.gridX(GRID),
      plot.ruleX(reference, { x: 'value', stroke: FAINT, ...REFERENCE }),
      plot.ruleY(withWidth(points), { y: 'label', x1: 'low', x2: 'high', stroke: INK, strokeWidth: 1.6 }),
      plot.dot(points, { y: 'label', x: 'value', r: 4.5, fill, stroke: 'var(--paper)' }),
      plot.tip(points, plot.pointerY({ y: 'label', x: 'value', title: tipOf, ...TIP })),
    ],
  });
}

const COST_TITLES: Readonly<Record<Cost, string>> = {
  modelCalls: 'Model calls per task',
  toolCalls: 'Tool calls per task',
  tokens: 'Tokens per task',
  seconds: 'Seconds per task',
};
/** Costs that are farther apart than this are drawn on an axis of magnitudes. */
const FAR_APART = 300;

/** A row's name, in a column to the right of all marks: in the order of their values, so that no two links cross there. */
interface Name {
  readonly point: Point;
  readonly at: number;
}

interface Costs {
  readonly front: readonly Point[];
  readonly priceOf: (point: Point) => number;
  readonly names: readonly Name[];
  /** The cost at the right edge, and how many pixels names have beyond it. */
  readonly end: number;
  readonly forNames: number;
}

function costMarks(plot: Plot, priced: readonly Point[], { front, priceOf, names, end, forNames }: Costs) {
  const isOnFront = new Set(front.map(({ label }) => label));
  const inkOf = ({ label }: Point, other: string): string => (isOnFront.has(label) ? LEAF : other);
  const fill = (point: Point): string => inkOf(point, INK);
  return [
    plot.gridY({ ...GRID, ticks: 6 }),
    plot.link(names, {
      x1: ({ point }: Name) => priceOf(point),
      y1: ({ point }: Name) => point.value,
      x2: end,
      y2: 'at',
      stroke: 'var(--line)',
    }),
    plot.line(front, { x: priceOf, y: 'value', curve: 'step-after', stroke: LEAF, strokeOpacity: 0.55 }),
    plot.ruleX(withWidth(priced), { x: priceOf, y1: 'low', y2: 'high', stroke: FAINT }),
    plot.dot(priced, { x: priceOf, y: 'value', r: 4, fill, stroke: 'var(--paper)' }),
    plot.text(names, {
      x: end,
      y: 'at',
      dx: 6,
      text: ({ point }: Name) => point.label,
      textAnchor: 'start',
      lineWidth: forNames / LINE,
      textOverflow: 'ellipsis-middle',
      fill: ({ point }: Name) => inkOf(point, 'var(--soft)'),
    }),
    plot.tip(priced, plot.pointer({ x: priceOf, y: 'value', title: tipOf, ...TIP })),
  ];
}

interface CostsShown {
  readonly front: readonly Point[];
  readonly cost: Cost;
  readonly metric: string;
  readonly width: number;
}

/** Each row by what it costs, with the front of what nothing beats. Rows stand at what they cost, also where others stand there too. */
export function drawCosts(plot: Plot, points: readonly Point[], shown: CostsShown): Drawing {
  const { front, cost, metric } = shown;
  const width = Math.min(shown.width, WIDEST);
  const priced = points.filter((point) => point.cost[cost] !== null);
  const priceOf = (point: Point): number => point.cost[cost] ?? 0;
  const prices = priced.map(priceOf);
  const most = Math.max(...prices);
  const end = most === 0 ? 1 : most * 1.08;
  const forNames = Math.min(widest(priced.map(({ label }) => label)), width * 0.42);
  const [low, high] = spanOf(priced);
  const names = priced
    .toSorted((a, b) => a.value - b.value || priceOf(a) - priceOf(b))
    .map((point, at): Name => ({ point, at: low + ((high - low) * (at + 0.5)) / priced.length }));
  return plot.plot({
    ...FRAME,
    width,
    height: Math.max(310, priced.length * (LINE + 6) + 62),
    marginLeft: 46,
    marginTop: 24,
    marginRight: forNames + 14,
    x: {
      label: COST_TITLES[cost],
      labelAnchor: 'center',
      labelArrow: 'none',
      type: most / Math.min(...prices.filter((price) => price > 0)) > FAR_APART ? 'symlog' : 'linear',
      domain: [0, end],
      ticks: ticksIn(width - forNames - 60),
      tickFormat: '~s',
    },
    y: { label: metric, labelArrow: 'none', domain: [low, high], ticks: 6 },
    marks: costMarks(plot, priced, { front, priceOf, names, end, forNames }),
  });
}
