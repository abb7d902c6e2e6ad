/** @file Where the names of quality against cost stand, in pixels: none on another, each as near to its mark as that lets it. */

/** The height of a line of a name. */
export const LINE_HEIGHT = 13;
/** Between two names. */
const NAMES_APART = 4;

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
