/** @file The line of a planner over the places of the dial: what it is drawn of, and what it says in words. */
import type { RunSpec } from '../../core/run.ts';
import type { AnswerFrom } from '../../core/trace.ts';
import { counted } from '../words.ts';
import type { CareDial } from './care-dial.svelte.ts';
import { metricOf } from './turnable.ts';

/** A planner at one place of the dial. */
export interface SparkPoint {
  readonly place: number;
  /** In the metric's own unit; null where it is not measured, or nothing was answered. */
  readonly value: number | null;
}

/** The line of one planner. */
export interface Spark {
  readonly points: readonly SparkPoint[];
  /** The point where the dial stands now. */
  readonly now: SparkPoint | null;
  /** What all lines of the page lie between, so that they can be compared; null as long as nothing is measured. */
  readonly range: readonly [number, number] | null;
}

/** The lines of all planners on the page. */
export interface Sparks {
  readonly metric: 'MAE' | 'HR@10';
  /** In the order of the runs. */
  readonly lines: readonly Spark[];
  /** How many tasks were answered at each place, at least; 0 as long as nothing is measured. */
  readonly tasks: number;
  readonly seed: number;
}

/** The lines of what can be repeated. @param from what answers are of */
export function sparksOf(specs: readonly RunSpec[], dial: CareDial, from: AnswerFrom): Sparks | null {
  const [first] = specs;
  if (first === undefined) return null;
  const averages = specs.map((spec) => dial.places.map((place) => ({ place, found: dial.averages.at(spec, place) })));
  const found = averages.flat().flatMap((one) => one.found ?? []);
  const values = found.flatMap((one) => one[from] ?? []);
  const range = values.length === 0 ? null : ([Math.min(...values), Math.max(...values)] as const);
  const lines = averages.map((places): Spark => {
    const points = places.map(({ place, found: average }) => ({ place, value: average?.[from] ?? null }));
    return { points, now: points.find(({ place }) => place === dial.value) ?? null, range };
  });
  const tasks = found.length === 0 ? 0 : Math.min(...found.map((one) => one.tasks));
  return { metric: metricOf(first), lines, tasks, seed: first.seed };
}

/** A number of a line: a mean error, or the share of hits. */
export const sparkNumber = (value: number | null, metric: Sparks['metric']): string =>
  value === null ? '–' : metric === 'MAE' ? value.toFixed(2) : `${Math.round(value * 100)} %`;

/** What lines are of: `Mean error over 40 people`. */
export const sparkTitle = ({ metric, tasks }: Sparks): string =>
  `${metric === 'MAE' ? 'Mean error' : 'Hits among ten'} over ${counted(tasks, 'person', 'people')}`;

/** The same in short, over their numbers: `mean error, 40 people`. */
export const sparkHead = ({ metric, tasks }: Sparks): string =>
  `${metric === 'MAE' ? 'mean error' : 'mean hits'}, ${counted(tasks, 'person', 'people')}`;

/** Where the dial stands. */
export const placeInWords = (place: number): string => `${Math.round(place * 100)} %`;

/** A line in a sentence, for whoever does not see it. */
export function sparkInWords({ points, now }: Spark, sparks: Sparks): string {
  const known = points.flatMap(({ value }) => value ?? []);
  if (known.length === 0) return '';
  const write = (value: number | null): string => sparkNumber(value, sparks.metric);
  const here = now === null ? '' : ` ${write(now.value)} at ${placeInWords(now.place)},`;
  return `${sparkTitle(sparks)}:${here} ${write(Math.min(...known))} to ${write(Math.max(...known))} over the dial`;
}

/** Where the points of a line stand in a box, in pixels; those that are not measured are left out. */
export function sparkPlaces(
  { points, range }: Spark,
  width: number,
  height: number,
): readonly { readonly place: number; readonly x: number; readonly y: number }[] {
  if (range === null) return [];
  const [low, high] = range;
  return points.flatMap(({ place, value }, index) => {
    if (value === null) return [];
    const y = high > low ? (1 - (value - low) / (high - low)) * height : height / 2;
    return [{ place, x: (index / Math.max(1, points.length - 1)) * width, y }];
  });
}
