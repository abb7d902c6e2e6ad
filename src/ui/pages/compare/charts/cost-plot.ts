import * as Plot from '@observablehq/plot';
import type { Cost } from '../../../../core/evaluation.ts';
import { spanOf, withWidth, type Point } from './chart-data.ts';
import { wrap } from '../../../../picture/wrap.ts';
import { drawn, FAINT, GRID, INK, LEAF, LETTER_SIZE, TIP, tipOf, widest, type Drawing } from './drawing.ts';

export const LINE_HEIGHT = 13;

const NAMES_APART = 4;

interface Name {
  readonly y: number;
  readonly lines: readonly string[];
}

const heightOf = ({ lines }: Name): number => lines.length * LINE_HEIGHT + NAMES_APART;

export const heightOfNames = (names: readonly Name[]): number => names.reduce((sum, name) => sum + heightOf(name), 0);

/**
 * The middle of each name, as near to its mark as the others let it, in one column from `top` to `bottom`, which has room for all.
 * @returns in the order of the names
 */
export function placed(names: readonly Name[], top: number, bottom: number): number[] {
  const order = names.map((_, at) => at).sort((a, b) => (names[a] as Name).y - (names[b] as Name).y);
  const starts: number[] = [];
  let from = top;
  for (const at of order) {
    const name = names[at] as Name;
    starts[at] = Math.max(from, name.y - heightOf(name) / 2);
    from = starts[at] + heightOf(name);
  }
  let to = bottom;
  for (const at of order.toReversed()) {
    starts[at] = Math.min(starts[at] as number, to - heightOf(names[at] as Name));
    to = starts[at];
  }
  return names.map((name, at) => (starts[at] as number) + heightOf(name) / 2);
}

const TITLES: Readonly<Record<Cost, string>> = {
  modelCalls: 'Model calls per task',
  toolCalls: 'Tool calls per task',
  tokens: 'Tokens per task',
  seconds: 'Seconds per task',
};

const FRAME = { marginLeft: 46, marginTop: 24, marginBottom: 38 } as const;
const LEAST_HEIGHT = 310;
const GAP = 18;
const MOST_LINES = 4;
/** Costs that are farther apart than this are drawn on an axis of magnitudes. */
const FAR_APART = 300;

interface Mark {
  readonly point: Point;
  readonly name: string;
  /** In pixels: its left edge and its middle. */
  readonly nameAt: { readonly x: number; readonly y: number };
}

function axesOf(points: readonly Point[], prices: readonly number[], right: number, height: number) {
  const most = Math.max(...prices);
  const [low, high] = spanOf(points);
  return {
    x: {
      type: most / Math.min(...prices.filter((price) => price > 0)) > FAR_APART ? 'symlog' : 'linear',
      domain: [0, most === 0 ? 1 : most * 1.08],
      range: [FRAME.marginLeft, right],
    },
    y: {
      domain: [low - (high - low) * 0.05, high + (high - low) * 0.08],
      range: [height - FRAME.marginBottom, FRAME.marginTop],
    },
  } as const;
}

/** The chart in pixels: as high as all names below one another, which have a column of their own to the right of all marks. */
function layOut(points: readonly Point[], priceOf: (point: Point) => number, width: number) {
  const sorted = points.toSorted((a, b) => priceOf(a) - priceOf(b) || a.value - b.value);
  const room = Math.min(widest(sorted.map(({ label }) => label)), width * 0.42);
  const names = sorted.map(({ label }) => wrap(label, room, LETTER_SIZE, MOST_LINES));
  const left = width - room - 4;
  const right = left - GAP;
  const column = heightOfNames(names.map((lines) => ({ y: 0, lines })));
  const height = Math.max(LEAST_HEIGHT, column + FRAME.marginTop + FRAME.marginBottom);
  const { x, y } = axesOf(sorted, sorted.map(priceOf), right, height);
  const [atX, atY] = [Plot.scale({ x }), Plot.scale({ y })];
  const down = sorted.map(({ value }) => Number(atY.apply(value)));
  const middles = placed(
    names.map((lines, at) => ({ y: down[at] as number, lines })),
    FRAME.marginTop - LINE_HEIGHT / 2,
    height - FRAME.marginBottom + LINE_HEIGHT / 2,
  );
  const marks = sorted.map((point, at): Mark => ({
    point,
    name: (names[at] as readonly string[]).join('\n'),
    nameAt: { x: left, y: middles[at] as number },
  }));
  const costAt = (pixel: number): number => Number(atX.invert?.(pixel));
  const valueAt = (pixel: number): number => Number(atY.invert?.(pixel));
  return { x, y, height, marginRight: width - right, marks, costAt, valueAt };
}

/** Each row by what it costs, with the front of what nothing beats. Rows stand at what they cost, also where others stand there too. */
export function drawCosts(
  points: readonly Point[],
  front: readonly Point[],
  { cost, metric, width }: { readonly cost: Cost; readonly metric: string; readonly width: number },
): Drawing {
  const priced = points.filter((point) => point.cost[cost] !== null);
  const priceOf = (point: Point): number => point.cost[cost] ?? 0;
  const { x, y, height, marginRight, marks, costAt, valueAt } = layOut(priced, priceOf, width);
  const isOnFront = new Set(front.map(({ label }) => label));
  return drawn({
    width,
    height,
    ...FRAME,
    marginRight,
    x: {
      ...x,
      label: TITLES[cost],
      labelAnchor: 'center',
      ticks: Math.max(3, Math.floor((width - marginRight) / 80)),
      tickFormat: '~s',
    },
    y: { ...y, label: metric, ticks: 6 },
    marks: [
      Plot.gridY({ ...GRID, ticks: 6 }),
      Plot.link(marks, {
        x1: ({ point }: Mark) => priceOf(point),
        y1: ({ point }: Mark) => point.value,
        x2: ({ nameAt }: Mark) => costAt(nameAt.x - 3),
        y2: ({ nameAt }: Mark) => valueAt(nameAt.y),
        stroke: 'var(--line)',
      }),
      Plot.line(front, { x: priceOf, y: 'value', curve: 'step-after', stroke: LEAF, strokeOpacity: 0.55 }),
      Plot.ruleX(withWidth(priced), { x: priceOf, y1: 'low', y2: 'high', stroke: FAINT }),
      Plot.dot(priced, {
        x: priceOf,
        y: 'value',
        r: 4,
        fill: (point: Point) => (isOnFront.has(point.label) ? LEAF : INK),
        stroke: 'var(--paper)',
      }),
      Plot.text(marks, {
        x: ({ nameAt }: Mark) => costAt(nameAt.x),
        y: ({ nameAt }: Mark) => valueAt(nameAt.y),
        text: 'name',
        textAnchor: 'start',
        lineHeight: LINE_HEIGHT / LETTER_SIZE,
        fill: ({ point }: Mark) => (isOnFront.has(point.label) ? LEAF : 'var(--soft)'),
      }),
      Plot.tip(priced, Plot.pointer({ x: priceOf, y: 'value', title: tipOf, ...TIP })),
    ],
  });
}
