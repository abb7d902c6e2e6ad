/** @file The places of the page, each with the hash of its name. */

/** In the order of the top bar. */
export const PLACES = [
  ['plan', 'Plan'],
  ['compare', 'Compare'],
  ['data', 'Data'],
  ['models', 'Models'],
] as const;

/** One of the places. */
export type Place = (typeof PLACES)[number][0];

/** The place that an address's hash names; the first one where it names none. */
export function placeOf(hash: string): Place {
  return PLACES.find(([name]) => hash === `#${name}`)?.[0] ?? PLACES[0][0];
}
