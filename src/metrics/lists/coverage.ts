/**
 * @file Catalogue coverage: the share of the catalogue that at least one person is recommended (Ge, Delgado-Battenfeld and
 * Jannach 2010, section 2.1; Herlocker et al. 2004, section 5.3.1).
 */

/**
 * The coverage of the first k of each list.
 * Edge cases: 0 for no list; NaN for an empty catalogue, of which there can be no list.
 * @param catalogue how many items there are; lists hold no others
 */
export function coverage<Id>(lists: readonly (readonly Id[])[], catalogue: number, k: number): number {
  return new Set(lists.flatMap((list) => list.slice(0, k))).size / catalogue;
}
