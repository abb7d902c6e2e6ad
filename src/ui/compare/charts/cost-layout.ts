/** @file Where the marks of quality against cost stand, in pixels: none on another, and every name beside them. */

/** The height of a line of a name. */
export const LINE_HEIGHT = 13;
/** Between two names. */
const NAMES_APART = 4;
/** What two marks of one cost are apart. */
const APART = 8;

/**
 * Moves marks that would stand on one another apart, to the right, or to the left where there is no room.
 * @param places ascending
 * @param end where the last one may stand
 */
export function apart(places: readonly number[], end: number): number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -Infinity) + APART));
  for (let at = moved.length - 1; at >= 0; at -= 1)
    moved[at] = Math.min(moved[at] as number, at === moved.length - 1 ? end : (moved[at + 1] as number) - APART);
  return moved;
}

/** A name that is to stand beside its mark. */
export interface Name {
  /** Where its mark stands. */
  readonly y: number;
  readonly lines: readonly string[];
}

const heightOf = ({ lines }: Name): number => lines.length * LINE_HEIGHT + NAMES_APART;

/** The height that all names take below one another. */
export const heightOfNames = (names: readonly Name[]): number => names.reduce((sum, name) => sum + heightOf(name), 0);

/**
 * The middle of each name, as near to its mark as the others let it, in one column from `top` to `bottom`, which has room for all.
 * @returns in the order of the names
 */
export function placed(names: readonly Name[], top: number, bottom: number): number[] {
  const order = names.map((_, at) => at).sort((a, b) => (names[a] as Name).y - (names[b] as Name).y);
  const starts: number[] = [];
  let from = top;
  for (const at of order) {
    const name = names[at] as Name;
    starts[at] = Math.max(from, name.y - heightOf(name) / 2);
    from = starts[at] + heightOf(name);
  }
  let to = bottom;
  for (const at of order.toReversed()) {
    starts[at] = Math.min(starts[at] as number, to - heightOf(names[at] as Name));
    to = starts[at];
  }
  return names.map((name, at) => (starts[at] as number) + heightOf(name) / 2);
}
