/**
 * @file The summary of most metrics.
 */

/** The arithmetic mean; NaN over nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
