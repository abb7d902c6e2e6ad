/** @file What a field of one of a few offers. */

/** A value, what it is called and, where it cannot be chosen, why. */
export type Choice = readonly [value: string, title: string, lacking?: string | undefined];
