/** @file Which texts go through a model together. */

/** In a batch no text is longer than this many times the shortest: padding is computed like text. */
const MOST_SPREAD = 1.5;

/**
 * Positions of the texts that have tokens, shortest first, in batches of texts of like length.
 * @param most texts in a batch
 */
export function batchesByLength(tokens: readonly (readonly number[])[], most: number): number[][] {
  const ordered = tokens
    .map(({ length }, index) => ({ index, length }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length || a.index - b.index);
  const batches: number[][] = [];
  let shortest = 0;
  for (const { index, length } of ordered) {
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < most && length <= shortest * MOST_SPREAD) batch.push(index);
    else {
      batches.push([index]);
      shortest = length;
    }
  }
  return batches;
}
