/** @file Where the marks of a tree stand: one below the other, alternatives indented before the branch goes on. y grows downwards. */
export interface Twig {
  readonly id: string;
  /** Of the label beside the ring, in pixels. */
  readonly labelHeight: number;
  /** The first one continues the branch. */
  readonly children: readonly Twig[];
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Placed {
  readonly places: ReadonlyMap<string, Place>;
  /** Of the deepest mark, from the root. */
  readonly right: number;
  readonly bottom: number;
}

export const RING = 11;
export const LABEL_GAP = RING + 7;
export const LANE = 26;

const CLEAR = 8;

/** The root stands at (0, 0). With a stack of its own: a chain may be thousands of states long. */
export function vine(root: Twig): Placed {
  const places = new Map<string, Place>();
  const waiting: { twig: Twig; lane: number }[] = [{ twig: root, lane: 0 }];
  let [y, right, bottom] = [0, 0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { twig, lane } = next;
    places.set(twig.id, { x: lane * LANE, y });
    right = Math.max(right, lane * LANE);
    bottom = y + Math.max(RING, twig.labelHeight - RING);
    y += Math.max(2 * RING, twig.labelHeight) + CLEAR;
    const [main, ...alternatives] = twig.children;
    // Taken from the end: what is to stand first is pushed last.
    if (main !== undefined) waiting.push({ twig: main, lane });
    for (const alternative of alternatives.toReversed()) waiting.push({ twig: alternative, lane: lane + 1 });
  }
  return { places, right, bottom };
}

export function branchPath(from: Place, to: Place): string {
  if (from.x === to.x) return `M${from.x} ${from.y + RING}V${to.y - RING}`;
  return `M${from.x} ${from.y + RING}V${to.y - 12}Q${from.x} ${to.y} ${from.x + 12} ${to.y}H${to.x - RING}`;
}
