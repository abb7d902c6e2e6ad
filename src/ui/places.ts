/** @file The places of the page, each with the hash of its name. */

import { isNotebookLink } from '../notebook/link.ts';

/** In the order of the top bar. */
export const PLACES = [
  ['plan', 'Plan'],
  ['compare', 'Compare'],
  ['chat', 'Chat'],
  ['learn', 'Learn'],
  ['simulate', 'Simulate'],
  ['library', 'Library'],
] as const;

/** One of the places. */
export type Place = (typeof PLACES)[number][0];

/** What a place is called on the page. */
export const titleOfPlace = (place: Place): string => PLACES.find(([name]) => name === place)?.[1] ?? '';

/** What stands before the notebook in a link that sets the Plan page up: how runs are looked at. */
export const planAddress = ({ from }: { readonly from: string }): string => `plan&from=${from}&`;

/** True for a link that sets the Plan page up; that of a team began with `agents` once. */
export const isPlanLink = (hash: string): boolean => /^#(plan|agents)&/.test(hash);

/** The place that an address's hash names, or a view of it (`#simulate/training`); the first one where it names none. A link of a notebook opens there. */
export function placeOf(hash: string): Place {
  if (isNotebookLink(hash) || hash.startsWith('#notebook/')) return 'learn';
  return PLACES.find(([name]) => hash === `#${name}` || hash.startsWith(`#${name}/`))?.[0] ?? PLACES[0][0];
}

/** A state of a run that is kept in this browser. */
export interface RunAddress {
  readonly run: string;
  readonly node: string | null;
}

/** The hash of a run, or of one of its states; the Plan page opens it. */
export function addressOf({ run, node }: RunAddress): string {
  return `#run=${encodeURIComponent(run)}${node === null ? '' : `&node=${node}`}`;
}

/** The run that an address's hash names; null where it names none. */
export function runOf(hash: string): RunAddress | null {
  const given = new URLSearchParams(hash.slice(1));
  const run = given.get('run');
  const node = given.get('node');
  if (run === null || !/^[\w-]{1,100}$/.test(run)) return null;
  return { run, node: node !== null && /^\d+(\.\d+)+$/.test(node) ? node : null };
}
