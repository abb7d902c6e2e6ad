import type { Cost, EvaluationTable, Factors, Interval, TableRow } from '../../../../core/evaluation.ts';

export interface Question {
  readonly metric: string;
  /** Whether failures are counted as misses. */
  readonly misses: boolean;
}

export interface Point extends Interval {
  readonly label: string;
  readonly method: string;
  readonly factors: Factors;
  readonly cost: TableRow['cost'];
  /** True where it differs from the reference by more than chance. */
  readonly significant: boolean;
}

export type Factor = Exclude<keyof Factors, 'method' | 'examplesFrom'>;

const FACTORS: readonly Factor[] = ['model', 'shots', 'budget', 'history'];

export function pointsOf({ rows }: EvaluationTable, { metric, misses }: Question): Point[] {
  return rows.flatMap(({ label, factors, cost, metrics }): Point[] => {
    const result = metrics.find(({ name }) => name === metric);
    const reading = misses ? result?.misses : result?.valid;
    if (!reading?.value) return [];
    return [{ label, method: factors.method, factors, cost, significant: reading.significant, ...reading.value }];
  });
}

/** From the lowest to the highest of all intervals; where they are all one value, with room around it. */
export function spanOf(intervals: readonly Interval[]): readonly [low: number, high: number] {
  const low = Math.min(...intervals.map((one) => one.low));
  const high = Math.max(...intervals.map((one) => one.high));
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** Those that have a width: where all draws gave one value there is a point, and nothing to draw around it. */
export const withWidth = <Of extends Interval>(intervals: readonly Of[]): Of[] =>
  intervals.filter(({ low, high }) => low < high);

export function isHigherBetter({ rows }: EvaluationTable, metric: string): boolean {
  return rows[0]?.metrics.find(({ name }) => name === metric)?.higherIsBetter !== false;
}

/** The points that no other one beats: none is at least as good for less, or better for no more. Cheapest first. */
export function paretoFront(points: readonly Point[], cost: Cost, higherIsBetter: boolean): Point[] {
  const priced = points
    .flatMap((point) => (point.cost[cost] === null ? [] : [{ point, price: point.cost[cost] }]))
    .sort(
      (a, b) => a.price - b.price || (higherIsBetter ? b.point.value - a.point.value : a.point.value - b.point.value),
    );
  const front: Point[] = [];
  for (const { point } of priced) {
    const last = front.at(-1);
    const better = last === undefined || (higherIsBetter ? point.value > last.value : point.value < last.value);
    if (better) front.push(point);
  }
  return front;
}

export function levelsOf({ rows }: EvaluationTable, factor: Factor): (string | number)[] {
  return [...new Set(rows.flatMap(({ factors }) => factors[factor] ?? []))];
}

/**
 * The points along one dimension: where the grid crosses it with others, those at the others' first level. Rows that the
 * dimension does not apply to are left out.
 */
export function along(points: readonly Point[], factor: Factor): Point[] {
  const others = FACTORS.filter((other) => other !== factor);
  const applies = points.filter(({ factors }) => factors[factor] !== null);
  const [first] = applies;
  if (first === undefined) return [];
  const sourceOf = ({ factors }: Point): string | null => factors.examplesFrom ?? null;
  return applies.filter(
    (point) =>
      others.every((other) => point.factors[other] === first.factors[other]) && sourceOf(point) === sourceOf(first),
  );
}

export interface TransferPoint extends Point {
  /** `no examples`, `3 own examples`, `3 examples from Books`. */
  readonly source: string;
}

/**
 * Rows without examples, with their own and with those of other domains (RecMind, section 4.5): as many as the grid has first, at
 * the first level of every other dimension. Empty where no row has examples of another domain.
 */
export function transferPoints(points: readonly Point[]): TransferPoint[] {
  const foreign = points.find(({ factors }) => (factors.examplesFrom ?? null) !== null);
  if (foreign === undefined) return [];
  const { shots, model, budget } = foreign.factors;
  return points.flatMap((point): TransferPoint[] => {
    const { factors } = point;
    const isAlike = factors.model === model && factors.budget === budget;
    if (!isAlike || factors.shots === null || (factors.shots !== 0 && factors.shots !== shots)) return [];
    if (factors.shots === 0) return [{ ...point, source: 'no examples' }];
    const from = factors.examplesFrom ?? null;
    return [{ ...point, source: `${factors.shots} ${from === null ? 'own examples' : `examples from ${from}`}` }];
  });
}
