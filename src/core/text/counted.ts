/** @file Numbers before nouns. */

/** `1 step`, `2 steps`. @param noun that takes an s */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
