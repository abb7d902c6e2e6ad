/** @file Names beside the ends of lines, none of which covers another. */

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
