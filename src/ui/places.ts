/** @file The places of the page, each with the hash of its name. */

/** In the order of the top bar. */
export const PLACES = [
  ['plan', 'Plan'],
  ['compare', 'Compare'],
  ['data', 'Data'],
  ['notebook', 'Notebook'],
  ['models', 'Models'],
] as const;

/** One of the places. */
export type Place = (typeof PLACES)[number][0];

/** The place that an address's hash names; the first one where it names none. A link of a notebook opens there. */
export function placeOf(hash: string): Place {
  if (/^#(nb=|src=|notebook\/)/.test(hash)) return 'notebook';
  return PLACES.find(([name]) => hash === `#${name}`)?.[0] ?? PLACES[0][0];
}
