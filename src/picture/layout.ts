/** @file Where the marks of a tree stand: wide as an espalier, narrow as a vine that grows downwards. y grows downwards. */
export interface Twig {
  readonly id: string;
  /** Along the branch, in pixels; a child stands to the right of its parent. */
  readonly x: number;
  /** Of the label, from `x - RING`, or from `x + BESIDE_GAP` where it stands beside, in pixels. */
  readonly labelWidth: number;
  /** Of the label under the ring, in pixels; of one beside it, from half of `BESIDE` above its centre. */
  readonly labelHeight: number;
  readonly beside?: boolean;
  /** The first one continues the branch. */
  readonly children: readonly Twig[];
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Placed {
  readonly places: ReadonlyMap<string, Place>;
  readonly top: number;
  readonly bottom: number;
}

export const RING = 11;
/** How far from its parent a rising branch has turned level. */
export const TURN = 44;
/** From the ring's centre to the top of the label. */
export const LABEL_DROP = RING + 6;

/** Height of a label beside a ring, which it is centred on; a higher one goes on below. */
export const BESIDE = 30;
/** From the ring's centre to a label beside it. */
export const BESIDE_GAP = RING + 7;

const CLEAR = 6;
const BIN = 8;

interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** How high and how low a subtree reaches, in bins along x, relative to the y of its root. */
class Skyline {
  private readonly spans = new Map<number, Span>();

  cover(left: number, right: number, top: number, bottom: number): void {
    for (let bin = Math.floor(left / BIN); bin <= Math.floor(right / BIN); bin += 1) this.coverBin(bin, top, bottom);
  }

  private coverBin(bin: number, top: number, bottom: number): void {
    const span = this.spans.get(bin) ?? { top, bottom };
    this.spans.set(bin, { top: Math.min(span.top, top), bottom: Math.max(span.bottom, bottom) });
  }

  merge(other: Skyline, y: number): void {
    for (const [bin, { top, bottom }] of other.spans) this.coverBin(bin, top + y, bottom + y);
  }

  /** The largest y, at most `highest`, at which `other` stands clear above this. */
  roomAbove(other: Skyline, highest: number): number {
    let y = highest;
    for (const [bin, { bottom }] of other.spans) {
      const span = this.spans.get(bin);
      if (span !== undefined) y = Math.min(y, span.top - CLEAR - bottom);
    }
    return y;
  }

  get extent(): Span {
    let [top, bottom] = [0, 0];
    for (const span of this.spans.values()) [top, bottom] = [Math.min(top, span.top), Math.max(bottom, span.bottom)];
    return { top, bottom };
  }
}

interface Branch {
  readonly twig: Twig;
  readonly parent: Branch | null;
}

function branchesOf(root: Twig): readonly Branch[] {
  const branches: Branch[] = [{ twig: root, parent: null }];
  for (const parent of branches) for (const twig of parent.twig.children) branches.push({ twig, parent });
  return branches;
}

function coverMark(skyline: Skyline, { x, labelWidth, labelHeight, beside }: Twig): void {
  skyline.cover(x - RING - 3, x + RING + 3, -RING - 3, RING + 3);
  if (beside === true)
    skyline.cover(x, x + BESIDE_GAP + labelWidth, -BESIDE / 2, Math.max(BESIDE, labelHeight) - BESIDE / 2);
  else if (labelHeight > 0) skyline.cover(x - RING, x - RING + labelWidth, 0, LABEL_DROP + labelHeight);
}

function skylineOf(twig: Twig, skylines: Map<Twig, Skyline>, rises: Map<Twig, number>): Skyline {
  const { x } = twig;
  const [main, ...alternatives] = twig.children;
  // The branch goes on level, so its skyline is the continuing child's, grown by what is new.
  const skyline = (main && skylines.get(main)) ?? new Skyline();
  coverMark(skyline, twig);
  if (main !== undefined) skyline.cover(x, main.x, -3, 3);
  for (const child of alternatives) {
    const above = skylines.get(child) ?? new Skyline();
    above.cover(x + RING, child.x, -3, 3);
    const y = skyline.roomAbove(above, -2 * RING - CLEAR);
    rises.set(child, y);
    skyline.merge(above, y);
    skyline.cover(x + RING, x + RING + TURN, y - 3, 3);
  }
  for (const child of twig.children) skylines.delete(child);
  return skyline;
}

/** The root stands at y = 0. No label meets another one, a ring or a branch if each ends left of its continuing child. */
export function espalier(root: Twig): Placed {
  const branches = branchesOf(root);
  const skylines = new Map<Twig, Skyline>();
  const rises = new Map<Twig, number>();
  for (const { twig } of branches.toReversed()) skylines.set(twig, skylineOf(twig, skylines, rises));
  const places = new Map<string, Place>();
  for (const { twig, parent } of branches) {
    const from = parent === null ? undefined : places.get(parent.twig.id);
    places.set(twig.id, { x: twig.x, y: (from?.y ?? 0) + (rises.get(twig) ?? 0) });
  }
  return { places, ...(skylines.get(root)?.extent ?? { top: 0, bottom: 0 }) };
}

export const LANE = 26;

/** One mark a line, alternatives indented before the branch goes on. `x` of the twigs is not read; the root stands at (0, 0). */
export function vine(root: Twig): Placed {
  const places = new Map<string, Place>();
  const waiting: { twig: Twig; lane: number }[] = [{ twig: root, lane: 0 }];
  let y = 0;
  let bottom = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { twig, lane } = next;
    places.set(twig.id, { x: lane * LANE, y });
    bottom = y + Math.max(RING, twig.labelHeight - RING);
    y += Math.max(2 * RING + CLEAR, twig.labelHeight + CLEAR);
    const [main, ...alternatives] = twig.children;
    // Taken from the end: what is to stand first is pushed last.
    if (main !== undefined) waiting.push({ twig: main, lane });
    for (const alternative of alternatives.toReversed()) waiting.push({ twig: alternative, lane: lane + 1 });
  }
  return { places, top: -RING, bottom };
}

export function branchPath(from: Place, to: Place, direction: 'across' | 'down'): string {
  if (direction === 'down') {
    if (from.x === to.x) return `M${from.x} ${from.y + RING}V${to.y - RING}`;
    return `M${from.x} ${from.y + RING}V${to.y - 12}Q${from.x} ${to.y} ${from.x + 12} ${to.y}H${to.x - RING}`;
  }
  const start = from.x + RING;
  if (from.y === to.y) return `M${start} ${from.y}H${to.x - RING}`;
  // Short runs, as on the axis of cost, turn within what there is.
  const turn = Math.min(TURN, to.x - RING - start);
  const [one, two] = [start + turn * 0.75, start + turn * 0.3];
  return `M${start} ${from.y}C${one} ${from.y} ${two} ${to.y} ${start + turn} ${to.y}H${to.x - RING}`;
}
