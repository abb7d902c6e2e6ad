/** @file Numbers before nouns. */

/** `1 step`, `2 steps`, `3 people`. @param nouns the plural, with an s where it is not given */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
