/** @file The largest and the smallest of any number of values: a call takes some 125,000 arguments, and a catalogue may have more. */

export function largest(values: Iterable<number>): number {
  let most = -Infinity;
  for (const value of values) most = Math.max(most, value);
  return most;
}

export function smallest(values: Iterable<number>): number {
  let least = Infinity;
  for (const value of values) least = Math.min(least, value);
  return least;
}
