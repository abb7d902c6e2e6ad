/** @file Lines of a chart that are told apart by their dashes too, since nobody need see colours. */
import type * as PlotModule from '@observablehq/plot';
import { dashOf } from './inks.ts';

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
