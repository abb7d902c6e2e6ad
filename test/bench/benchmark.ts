/** @file What a benchmark is, and how its rows are printed. */

/** One line of a benchmark. */
export interface BenchmarkRow {
  /** What was measured: `inserts, sql.js / Python sqlite3`. */
  readonly name: string;
  /** As measured, with its unit: `1,420 states/s`. */
  readonly value: string;
  /** `≥ 1,000 states/s`; empty where there is none. */
  readonly goal: string;
  /** Null where there is no goal or it could not be measured. */
  readonly met: boolean | null;
}

/** A group of benchmarks that is asked for by name. */
export interface Benchmark {
  readonly name: string;
  readonly title: string;
  run(): Promise<readonly BenchmarkRow[]>;
}

/**
 * Seconds that this process has computed for: of work on one thread what it would take on an idle machine, however busy this
 * one is.
 */
export function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The middle one, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Rows as a table for a terminal. */
export function printRows(rows: readonly BenchmarkRow[]): string {
  const verdict = (row: BenchmarkRow): string => (row.met === null ? '' : row.met ? 'met' : 'NOT MET');
  const cells = rows.map((row) => [row.name, row.value, row.goal, verdict(row)]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
