/** @file From a trace to a column: places and lines of text. The same for every moment of a run, so that nothing jumps. */
import { answerAt, isInspired } from '../trace/trace-ink.ts';
import type { TraceNode } from '../trace/trace-tree.ts';
import type { Names } from '../trace/names.ts';
import { noteOf, titleOf } from './mark-text.ts';
import { wrap } from './wrap.ts';

export interface Mark extends Shown {
  readonly id: string;
  readonly place: Place;
  readonly from: Place;
}

/** One method's tree. Places count from the top left of the column. */
export interface Column {
  readonly scene: Scene;
  readonly width: number;
  readonly height: number;
  readonly root: Place;
  readonly marks: readonly Mark[];
  /** Where the line begins that leads to the answer, below the column. */
  readonly end: Place;
}

export interface ColumnOptions {
  readonly width: number;
  readonly head: number;
}

/** Beside the column's left edge. */
const MARGIN = 8;
const TO_ANSWER = 22;

export function draw(scene: Scene, { width, head }: ColumnOptions): Column {
  const beside = 2 * MARGIN + RING + LABEL_GAP;
  const { root, shown } = twigsOf(scene, width - beside);
  const { places, right, bottom } = vine(root);
  const placeOf = (id: string): Place => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    return { x: MARGIN + RING + x, y: head + RING + y };
  };
  const marks = shown.map((one) => ({
    ...one,
    id: one.node.id,
    place: placeOf(one.node.id),
    from: placeOf(one.node.parent?.id ?? scene.task.id),
  }));
  // From top to bottom, as it is read; and what goes on is drawn over what left it.
  marks.sort((a, b) => a.place.y - b.place.y);
  const first = placeOf(scene.task.id);
  const end = marks.findLast(({ place }) => place.x === first.x)?.place ?? first;
  return {
    scene,
    root: first,
    marks,
    end,
    width: Math.max(width, beside + right + NARROWEST),
    height: head + RING + bottom + TO_ANSWER,
  };
}

/** Where the branch has turned to its child: there the leaf and what became of the state stand. */
export const signAt = ({ place, from }: Mark): Place =>
  from.x === place.x ? { x: place.x, y: place.y - RING - 8 } : { x: from.x + 1, y: place.y - 6 };

export const labelAt = ({ place: { x, y }, title, note }: Mark): Place => ({
  x: x + LABEL_GAP,
  y: y + 4 - (note.length > 0 || title.length > 1 ? 7 : 0),
});

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

export interface Scene {
  readonly run: number;
  readonly task: TraceNode;
  readonly nodes: ReadonlyMap<string, TraceNode>;
  /** The person of the task by the first name, everybody else by the whole one. */
  readonly names: Names;
}

/** Sizes and line distance of the texts at a mark, in pixels. */
export const TEXT = { title: 12.5, note: 12, line: 15 } as const;

const isKept = ({ task, id }: TraceNode): boolean =>
  task !== null && answerAt(task, 'kept', Infinity)?.states.has(id) === true;

const isAside = (node: TraceNode): boolean => node.prune !== null || node.votes.at(-1)?.chosen === false;

/** What grew from a state: the last kept one that others grew from goes on; the rest in the order of their time. */
function inOrder(children: readonly TraceNode[]): readonly TraceNode[] {
  const rank = (node: TraceNode): number => (isKept(node) ? 0 : isAside(node) ? 4 : 2) + (isInspired(node) ? 1 : 0);
  const kept = children.filter(isKept);
  const next = kept.findLast((node) => node.children.length > 0) ?? kept.at(-1);
  const ordered = children.toSorted((a, b) => rank(a) - rank(b));
  return next === undefined ? ordered : [next, ...ordered.filter((node) => node !== next)];
}

export function statesOf({ task, nodes }: Scene): TraceNode[] {
  return [...nodes.values()].filter((node) => node.task === task);
}

export interface Shown {
  readonly node: TraceNode;
  readonly title: readonly string[];
  readonly note: readonly string[];
  readonly position: number;
  readonly setSize: number;
}

interface Waiting extends Pick<Shown, 'node' | 'position' | 'setSize'> {
  readonly lane: number;
  readonly into: Twig[];
}

export const NARROWEST = 140;

/** Parents first and branch after branch. With a stack of its own. */
export function twigsOf(scene: Scene, width: number): { readonly root: Twig; readonly shown: Shown[] } {
  const shown: Shown[] = [];
  const waiting: Waiting[] = [];
  const grow = (node: TraceNode, lane: number, into: Twig[]): void => {
    const children = inOrder(node.children);
    for (const [at, child] of [...children.entries()].reverse())
      waiting.push({ node: child, lane: lane + Math.min(1, at), position: at + 1, setSize: children.length, into });
  };
  const twigs: Twig[] = [];
  grow(scene.task, 0, twigs);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, lane, position, setSize, into } = next;
    const children: Twig[] = [];
    grow(node, lane, children);
    const room = Math.max(NARROWEST, width - lane * LANE);
    const title = wrap(titleOf(node, scene.names), room, TEXT.title, isAside(node) ? 2 : 3);
    const { text } = noteOf(node, scene.names, { from: 'kept', position: Infinity });
    const note = wrap(text, room, TEXT.note, 2);
    shown.push({ node, title, note, position, setSize });
    into.push({ id: node.id, labelHeight: (title.length + note.length) * TEXT.line, children });
  }
  return { root: { id: scene.task.id, labelHeight: 0, children: twigs }, shown };
}
