import type { Cost, EvaluationTable, Interval, TableRow } from '../../../../core/evaluation.ts';

export interface Question {
  readonly metric: string;
  readonly misses: boolean;
}

export interface Point extends Interval {
  readonly label: string;
  readonly cost: TableRow['cost'];
  /** True where it differs from the reference by more than chance. */
  readonly significant: boolean;
}

export function pointsOf({ rows }: EvaluationTable, { metric, misses }: Question): Point[] {
  return rows.flatMap(({ label, cost, metrics }): Point[] => {
    const result = metrics.find(({ name }) => name === metric);
    const reading = misses ? result?.misses : result?.valid;
    if (!reading?.value) return [];
    return [{ label, cost, significant: reading.significant, ...reading.value }];
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
