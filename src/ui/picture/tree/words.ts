/** @file Words of the tree. */

/** What the two numbers at a state are that the built-in critic cut. */
export const CUT_NUMBERS =
  'estimated usefulness < what was needed: a share of what the best question still left would add';
