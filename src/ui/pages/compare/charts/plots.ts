import * as Plot from '@observablehq/plot';
import { REFERENCE } from '../../../parts/charts/inks.ts';
import { spanOf, withWidth, type Factor, type Point, type PositionPoint } from './chart-data.ts';
import { drawn, FAINT, GRID, inDigits, INK, LEAF, multiplesOf, TIP, tipOf, widest, type Drawing } from './drawing.ts';

export { drawCosts } from './cost-plot.ts';
export type { Drawing } from './drawing.ts';

const ROW = 26;
const LINE = 12;
const SMALL = { fx: { axis: null, padding: 0.12 }, fy: { axis: null, padding: 0.3 } } as const;

/** Each row with its interval; a dotted line at the reference. */
export function drawIntervals(points: readonly Point[], base: string, metric: string, width: number): Drawing {
  const longest = widest(points.map(({ label }) => label));
  const room = Math.min(longest, width * 0.45 - 14);
  const marginLeft = room + 14;
  const lines = Math.ceil(longest / room);
  const reference = points.filter(({ label }) => label === base);
  const fill = (point: Point): string => (point.label === base ? FAINT : point.significant ? LEAF : INK);
  return drawn({
    width,
    height: points.length * (ROW + (lines - 1) * LINE) + 44,
    marginLeft,
    marginRight: 14,
    marginTop: 6,
    marginBottom: 36,
    x: { label: metric, domain: spanOf(points), nice: true, ticks: Math.max(3, Math.floor((width - marginLeft) / 80)) },
    y: { axis: null, domain: points.map(({ label }) => label) },
    marks: [
      // Labels that are too long for their margin go on in another line: their ends are what tells them apart.
      Plot.axisY({ label: null, tickSize: 0, labelArrow: 'none', lineWidth: room / LINE }),
      Plot.gridX(GRID),
      Plot.ruleX(reference, { x: 'value', stroke: FAINT, ...REFERENCE }),
      Plot.ruleY(withWidth(points), { y: 'label', x1: 'low', x2: 'high', stroke: INK, strokeWidth: 1.6 }),
      Plot.dot(points, { y: 'label', x: 'value', r: 4.5, fill, stroke: 'var(--paper)' }),
      Plot.tip(points, Plot.pointerY({ y: 'label', x: 'value', title: tipOf, ...TIP })),
    ],
  });
}

export function drawLevels(points: readonly Point[], factor: Factor, metric: string, width: number): Drawing {
  const { rows, place, names } = multiplesOf(points, ({ method }) => method, width);
  const along = { x: (point: Point) => point.factors[factor], ...place };
  return drawn({
    width,
    height: rows * 160 + 66,
    marginLeft: 44,
    marginTop: 48,
    marginBottom: 38,
    ...SMALL,
    x: {
      type: 'point',
      label: factor === 'budget' ? 'Model calls per task' : 'Examples in the prompt',
      domain: [...new Set(points.map(({ factors }) => factors[factor]))],
    },
    y: { label: null, ariaLabel: metric, domain: spanOf(points), nice: true, ticks: 4 },
    marks: [
      Plot.gridY(GRID),
      Plot.line(points, { ...along, y: 'value', z: 'method', stroke: LEAF, strokeWidth: 1.5 }),
      Plot.ruleX(withWidth(points), { ...along, y1: 'low', y2: 'high', stroke: INK }),
      Plot.dot(points, { ...along, y: 'value', r: 3.5, fill: INK }),
      names,
      Plot.tip(points, Plot.pointer({ ...along, y: 'value', title: tipOf, ...TIP })),
    ],
  });
}

export function drawCategories<Named extends Point>(
  points: readonly Named[],
  nameOf: (point: Named) => string,
  metric: string,
  width: number,
): Drawing {
  const methods = [...new Set(points.map(({ method }) => method))];
  const categories = [...new Set(points.map(nameOf))];
  const along = { y: nameOf, fy: 'method' };
  return drawn({
    width,
    height: methods.length * (categories.length * 19 + 34) + 34,
    marginLeft: Math.min(widest(categories) + 12, width * 0.4),
    marginRight: 14,
    marginTop: 24,
    marginBottom: 36,
    x: { label: metric, domain: spanOf(points), nice: true, ticks: 5 },
    y: { label: null, domain: categories, tickSize: 0 },
    fy: { axis: null, domain: methods, padding: 0.3 },
    marks: [
      Plot.gridX(GRID),
      Plot.ruleY(withWidth(points), { ...along, x1: 'low', x2: 'high', stroke: INK, strokeWidth: 1.5 }),
      Plot.dot(points, { ...along, x: 'value', r: 4, fill: LEAF }),
      Plot.text(methods, {
        fy: (name: string) => name,
        text: (name: string) => name,
        frameAnchor: 'top-left',
        dy: -14,
        fontWeight: 500,
        fill: INK,
      }),
      Plot.tip(points, Plot.pointer({ ...along, x: 'value', title: tipOf, ...TIP })),
    ],
  });
}

const positionTip = (point: PositionPoint): string =>
  `${point.label}, positions ${point.from} to ${point.to}\n${inDigits(point)}, ${point.tasks} tasks`;

export function drawPositions(points: readonly PositionPoint[], metric: string, width: number): Drawing {
  const { rows, place, names } = multiplesOf(points, ({ label }) => label, width);
  const along = { x: ({ from, to }: PositionPoint) => (from + to) / 2, ...place };
  return drawn({
    width,
    height: rows * 150 + 66,
    marginLeft: 40,
    marginTop: 48,
    marginBottom: 38,
    ...SMALL,
    x: { label: 'Position of the right item', domain: [0, Math.max(...points.map(({ to }) => to))], ticks: 3 },
    y: { label: null, ariaLabel: metric, domain: [0, 1], ticks: 3 },
    marks: [
      Plot.gridY(GRID),
      Plot.ruleX(withWidth(points), { ...along, y1: 'low', y2: 'high', stroke: FAINT }),
      Plot.line(points, { ...along, y: 'value', z: 'label', stroke: LEAF, strokeWidth: 1.5 }),
      Plot.dot(points, { ...along, y: 'value', r: 3, fill: INK }),
      names,
      Plot.tip(points, Plot.pointer({ ...along, y: 'value', title: positionTip, ...TIP })),
    ],
  });
}
