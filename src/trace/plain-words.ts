/** @file Numbers in plain words. */

/** `3.61`: every number of an answer to the same digits. */
export const short = (value: number): string => value.toFixed(2);

/** A rating that somebody gave: `4.0`, `4.5`, `3.97`. */
export const rating = (value: number): string => value.toFixed(2).replace(/0$/, '');

/** `Film`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
