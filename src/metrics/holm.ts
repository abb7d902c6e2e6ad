/**
 * @file Holm's correction (Holm 1979): of many differences some look large by chance, and the more there are the more is asked of each.
 */

/**
 * p-values adjusted by Holm's step-down, so that the chance of any wrong finding among them is at most the level that they are held to,
 * whatever they depend on: the smallest of m times m, the next times m − 1, and so on, none below the one before, at most 1.
 * @param values from 0 to 1
 * @returns in the same order
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] as number) - (values[b] as number));
  const adjusted = Array<number>(values.length).fill(1);
  let last = 0;
  order.forEach((at, rank) => {
    last = Math.min(1, Math.max(last, (values.length - rank) * (values[at] as number)));
    adjusted[at] = last;
  });
  return adjusted;
}
