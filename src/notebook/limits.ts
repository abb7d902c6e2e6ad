/** @file How large a notebook may be. Links come from strangers: a limit is checked before what it bounds is worked on. */

export const LIMITS = {
  /** Characters of a link's payload, before it is inflated. */
  payload: 131_072,
  /** Bytes of a link's JSON, after it is inflated. */
  inflated: 524_288,
  /** Past this the first byte is not taken for a newer version's but for anything at all. */
  linkVersion: 15,
  file: 16_777_216,
  values: 20_000,
  depth: 32,
  list: 2000,
  cells: 200,
  title: 200,
  text: 50_000,
  query: 20_000,
  name: 200,
  runs: 1000,
  /** Characters of the specs of all runs together. */
  specs: 2_000_000,
  recordings: 32,
} as const;
