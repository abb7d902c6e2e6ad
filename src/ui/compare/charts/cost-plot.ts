/** @file Quality against cost. */
import * as Plot from '@observablehq/plot';
import type { Cost } from '../../../core/evaluation.ts';
import type { Point } from './chart-data.ts';
import { drawn, FAINT, GRID, INK, LEAF, LETTER, TIP, tipOf, type Drawing } from './drawing.ts';

const TITLES: Readonly<Record<Cost, string>> = {
  modelCalls: 'Model calls per task',
  toolCalls: 'Tool calls per task',
  tokens: 'Tokens per task',
  seconds: 'Seconds per task',
};

const FRAME = { height: 310, marginLeft: 46, marginRight: 20, marginTop: 24, marginBottom: 38 } as const;
/** Costs that are farther apart than this are drawn on an axis of magnitudes. */
const FAR_APART = 300;
const LINE_HEIGHT = 14;
/** With more rows than this, names would cover the chart: then only those on the front have theirs, and the pointer tells the others. */
const NAMED = 12;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Label extends Place {
  readonly point: Point;
}

/** Moves labels up until none covers another. */
function apart(places: readonly Label[]): Label[] {
  const placed: Label[] = [];
  const covers = (a: Place, b: Place): boolean =>
    Math.abs(a.y - b.y) < LINE_HEIGHT && a.x < b.x + b.width && b.x < a.x + a.width;
  for (const place of places.toSorted((a, b) => b.y - a.y)) {
    let moved = place;
    while (placed.some((other) => covers(moved, other))) moved = { ...moved, y: moved.y - 2 };
    placed.push(moved);
  }
  return placed;
}

function axesOf(points: readonly Point[], prices: readonly number[], width: number) {
  const spread = Math.max(...prices) / Math.min(...prices.filter((price) => price > 0));
  const low = Math.min(...points.map((point) => point.low));
  const high = Math.max(...points.map((point) => point.high));
  return {
    x: {
      type: spread > FAR_APART ? 'symlog' : 'linear',
      domain: [0, Math.max(...prices) * 1.08],
      range: [FRAME.marginLeft, width - FRAME.marginRight],
    },
    y: {
      domain: [low - (high - low) * 0.05, high + (high - low) * 0.08],
      range: [FRAME.height - FRAME.marginBottom, FRAME.marginTop],
    },
  } as const;
}

/** A label above each dot, within the chart. */
function labelsOf(
  points: readonly Point[],
  at: { readonly width: number; readonly xOf: (point: Point) => number; readonly yOf: (point: Point) => number },
): Label[] {
  const places = points.map((point): Label => {
    const [dot, width] = [at.xOf(point), point.label.length * LETTER];
    const x = Math.min(dot + 6, at.width - width - 2);
    return { point, x, y: at.yOf(point) - 9, width };
  });
  return apart(places);
}

/** Each row by what it costs, with the front of what nothing beats. */
export function drawCosts(
  points: readonly Point[],
  front: readonly Point[],
  { cost, metric, width }: { readonly cost: Cost; readonly metric: string; readonly width: number },
): Drawing {
  const priced = points.filter((point) => point.cost[cost] !== null);
  const priceOf = (point: Point): number => point.cost[cost] ?? 0;
  const { x, y } = axesOf(priced, priced.map(priceOf), width);
  const [atX, atY] = [Plot.scale({ x }), Plot.scale({ y })];
  const isOnFront = new Set(front.map(({ label }) => label));
  const named = priced.length > NAMED ? priced.filter(({ label }) => isOnFront.has(label)) : priced;
  const labels = labelsOf(named, {
    width,
    xOf: (point) => Number(atX.apply(priceOf(point))),
    yOf: ({ value }) => Number(atY.apply(value)),
  });
  const valueAt = (pixel: number): number => Number(atY.invert?.(pixel));
  return drawn({
    width,
    ...FRAME,
    x: { ...x, label: TITLES[cost], ticks: 6, tickFormat: '~s' },
    y: { ...y, label: metric, ticks: 6 },
    marks: [
      Plot.gridY(GRID),
      Plot.line(front, { x: priceOf, y: 'value', curve: 'step-after', stroke: LEAF, strokeOpacity: 0.55 }),
      Plot.ruleX(priced, { x: priceOf, y1: 'low', y2: 'high', stroke: FAINT }),
      Plot.link(labels, {
        x1: ({ point }: Label) => priceOf(point),
        y1: ({ point }: Label) => point.value,
        x2: ({ point, x: left, width: text }: Label) =>
          Number(atX.invert?.(Math.min(left + text, Math.max(left, Number(atX.apply(priceOf(point))))))),
        y2: (label: Place) => valueAt(label.y + 4),
        stroke: FAINT,
        strokeOpacity: 0.7,
      }),
      Plot.dot(priced, {
        x: priceOf,
        y: 'value',
        r: 4.5,
        fill: (point: Point) => (isOnFront.has(point.label) ? LEAF : INK),
        stroke: 'var(--paper)',
      }),
      Plot.text(labels, {
        x: (label: Place) => Number(atX.invert?.(label.x)),
        y: (label: Place) => valueAt(label.y),
        text: ({ point }: Label) => point.label,
        textAnchor: 'start',
        fill: 'var(--soft)',
        stroke: 'var(--paper)',
        strokeWidth: 4,
      }),
      Plot.tip(priced, Plot.pointer({ x: priceOf, y: 'value', title: tipOf, ...TIP })),
    ],
  });
}
