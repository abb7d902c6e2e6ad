/**
 * @file The only place that reads a clock. Times are for people and budgets; no result may depend on them.
 */

/** Milliseconds since an arbitrary start, never going backwards. */
export function now(): number {
  return performance.now();
}

/** The wall clock, as milliseconds since 1970. */
export function wallClock(): number {
  return Date.now();
}
