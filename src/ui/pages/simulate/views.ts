/** @file The views of the Simulate page. */

/** With their titles, in their order. */
export const VIEWS = [
  ['person', 'One person'],
  ['training', 'Training'],
  ['lists', 'Before and after'],
  ['sessions', 'Sessions'],
  ['population', 'Population'],
] as const;

export type View = (typeof VIEWS)[number][0];

/** The hash of a view. */
export const addressOfView = (view: View): string => `#simulate/${view}`;

/** The view that an address's hash names; null if it names none. */
export const viewOf = (hash: string): View | null => VIEWS.find(([name]) => hash === addressOfView(name))?.[0] ?? null;
