/** @file Colours that tell the lines, bars and dots of a chart apart beside their names, in both themes. */
import type * as PlotModule from '@observablehq/plot';

const INKS = ['--leaf', '--sky', '--plum', '--ochre', '--rose', '--clay', '--ink', '--soft', '--faint'] as const;

export const INK_RANGE: readonly string[] = INKS.map((ink) => `var(${ink})`);

export const inkOf = (at: number): string => INK_RANGE[at % INK_RANGE.length] ?? 'var(--ink)';

const DASHES = ['none', '8 3', '3 3', '8 3 2 3', '14 4'] as const;

/** The dashes of the line that stands at a place, beside its colour: lines are told apart without it too. */
const dashOf = (at: number): string => DASHES[at % DASHES.length] ?? 'none';

/** Dotted, as no other line is: a threshold, a bound or a reference that values are held against. */
export const REFERENCE = { strokeDasharray: '0 4', strokeLinecap: 'round', strokeWidth: 1.7 } as const;

/** Moves labels apart, the lowest first, so that none covers another. @param least the least distance, in the values' unit */
export function apart<Labelled extends { readonly mean: number }>(
  labels: readonly Labelled[],
  least: number,
): readonly (Labelled & { readonly at: number })[] {
  let last = -Infinity;
  return [...labels]
    .sort((a, b) => a.mean - b.mean)
    .map((label) => {
      last = Math.max(label.mean, last + least);
      return { ...label, at: last };
    });
}

/**
 * A line for each name, in their order, with the dashes of its place.
 * @param of the name that a point belongs to
 */
export const linesApart = <Point>(
  plot: typeof PlotModule,
  points: readonly Point[],
  {
    names,
    of,
    ...options
  }: { readonly names: readonly string[]; readonly of: (point: Point) => string } & Omit<
    PlotModule.LineYOptions,
    'z' | 'strokeDasharray'
  >,
): PlotModule.RenderableMark[] =>
  names.map((name, at) =>
    plot.lineY(
      points.filter((point) => of(point) === name),
      { ...options, strokeDasharray: dashOf(at) },
    ),
  );
