/** @file The views of the Simulate page. */

/** With their titles, in their order. */
export const VIEWS = [
  ['person', 'One person'],
  ['training', 'Training'],
  ['lists', 'Before and after'],
  ['population', 'Population'],
  ['judging', 'Judge the raters'],
  ['export', 'Export'],
] as const;

/** One of the views. */
export type View = (typeof VIEWS)[number][0];
