/** @file One task of one run as what is to be placed: the order of its branches and the lines of text at each state. */
import { countUpTo, largest } from '../core/numbers/extremes.ts';
import { answerAt, isInspired } from '../trace/trace-ink.ts';
import type { TraceNode } from '../trace/trace-tree.ts';
import { BESIDE_GAP, RING, type Twig } from './layout.ts';
import type { Names } from '../trace/names.ts';
import { noteOf, SLIP, titleOf } from './mark-text.ts';
import { textWidth, wrap } from './wrap.ts';

export interface Scene {
  readonly run: number;
  readonly task: TraceNode;
  readonly nodes: ReadonlyMap<string, TraceNode>;
  /** The person of the task by the first name, everybody else by the whole one. */
  readonly names: Names;
  readonly reveals: boolean;
}

export type Axis = 'steps' | 'calls';

/** Sizes and line distance of the texts at a mark, in pixels. */
export const TEXT = { title: 12.5, note: 12, line: 15 } as const;

export const ANSWER = 'answer';

const isKept = ({ task, id }: TraceNode): boolean =>
  task !== null && answerAt(task, 'kept', Infinity)?.states.has(id) === true;

/** What grew from a state: what went on comes first, the rest in the order of their time. */
export function inOrder(children: readonly TraceNode[]): TraceNode[] {
  const rank = (node: TraceNode): number => {
    const lost = node.prune !== null || node.votes.at(-1)?.chosen === false;
    return (isKept(node) ? 0 : lost ? 4 : 2) + (isInspired(node) ? 1 : 0);
  };
  return children.toSorted((a, b) => rank(a) - rank(b));
}

/** Where branches grow downwards, the last kept state that others grew from goes on: lines stand in the order of time. */
function inLines(children: readonly TraceNode[]): readonly TraceNode[] {
  const kept = children.filter(isKept);
  const next = kept.findLast((node) => node.children.length > 0) ?? kept.at(-1);
  const ordered = inOrder(children);
  return next === undefined ? ordered : [next, ...ordered.filter((node) => node !== next)];
}

export function countBelow(node: TraceNode): number {
  let count = 0;
  const waiting: (readonly TraceNode[])[] = [node.children];
  for (let children = waiting.pop(); children !== undefined; children = waiting.pop()) {
    count += children.length;
    for (const child of children) waiting.push(child.children);
  }
  return count;
}

export function statesOf({ task, nodes }: Scene): TraceNode[] {
  return [...nodes.values()].filter((node) => node.task === task);
}

function callCounter(scene: Scene): (node: TraceNode) => number {
  const nodes = [scene.task, ...statesOf(scene)];
  const seqs = nodes.flatMap(({ calls }) => calls.map(({ event }) => event.seq)).sort((a, b) => a - b);
  return (node) => countUpTo(seqs, node.end?.seq ?? Infinity);
}

export interface Measure {
  readonly of: (node: TraceNode) => number;
  readonly extent: number;
  readonly shortest: number;
}

export function measure(scene: Scene, axis: Axis): Measure {
  const of = axis === 'steps' ? (node: TraceNode) => node.depth : callCounter(scene);
  let extent = 1;
  let shortest = Infinity;
  for (const node of statesOf(scene)) {
    extent = Math.max(extent, of(node));
    if (node.parent !== null && node.parent !== scene.task) shortest = Math.min(shortest, of(node) - of(node.parent));
  }
  return { of, extent, shortest: Math.max(1, shortest) };
}

/** The end of the plan, else the last state that was read. */
export function lastRead({ task, nodes }: Scene): TraceNode | null {
  const answer = answerAt(task, 'kept', Infinity);
  if (answer === null) return null;
  const last = nodes.get([...answer.states].at(-1) ?? task.id) ?? task;
  return last.children.find((child) => child.state?.isEnd === true && !isInspired(child)) ?? last;
}

export interface Shown {
  readonly node: TraceNode;
  readonly title: readonly string[];
  readonly note: readonly string[];
  readonly beside: boolean;
  readonly hidden: number;
  readonly position: number;
  readonly setSize: number;
}

export interface Room {
  readonly xOf: (node: TraceNode) => number;
  readonly answerX: number | null;
  readonly widest: number;
  /** Where a text beside a ring has to end, unless that leaves too little of it. */
  readonly right: number;
  readonly noteLines: number;
  readonly allBeside: boolean;
  readonly isFolded: (scene: Scene, node: TraceNode) => boolean;
}

const LEAST_LABEL = 40;
const LEAST_BESIDE = 110;

const isAside = (node: TraceNode): boolean => node.prune !== null || node.votes.at(-1)?.chosen === false;

function textsAt(node: TraceNode, { names, reveals }: Scene, room: number, noteLines: number) {
  if (room < LEAST_LABEL) return { title: [], note: [] };
  // What the answer did not read stays short; its detail has all of it.
  const aside = isAside(node);
  const title = wrap(titleOf(node, names), room, TEXT.title, aside ? 1 : 3);
  const { text, cut, erred } = noteOf(node, names, { from: 'kept', position: Infinity, reveals });
  if (erred === '' || textWidth(text, TEXT.note) <= room)
    return { title, note: wrap(text, room, TEXT.note, aside ? 1 : noteLines) };
  // What went wrong is never cut off; that it was cut, or what came back, has a line of its own.
  const whole = wrap(erred, room, TEXT.note, 2);
  const fitting =
    whole.join(' ').replaceAll('\u00a0', ' ') === erred ? whole : wrap(erred.replace(SLIP, ''), room, TEXT.note, 1);
  if (cut !== '') return { title, note: [...wrap(cut, room, TEXT.note, 1), ...fitting] };
  const rest = aside ? '' : text.slice(erred.length).replace(/^ · /, '');
  return { title, note: [...fitting, ...wrap(rest, room, TEXT.note, noteLines)] };
}

interface Waiting {
  readonly node: TraceNode;
  readonly position: number;
  readonly setSize: number;
  readonly into: Twig[];
}

/** Parents first and branch after branch; what is folded away is left out. */
export function twigsOf(scene: Scene, room: Room): { readonly root: Twig; readonly shown: readonly Shown[] } {
  const shown: Shown[] = [];
  const last = room.answerX === null ? null : lastRead(scene);
  const answer: Twig = { id: ANSWER, x: room.answerX ?? 0, labelWidth: 96, labelHeight: 24, children: [] };
  let answered = false;
  // With a stack of its own: a chain may be thousands of states long.
  const waiting: Waiting[] = [];
  const grow = (node: TraceNode, into: Twig[]): number => {
    const children = room.allBeside ? inLines(node.children) : inOrder(node.children);
    for (const [at, child] of [...children.entries()].reverse()) {
      waiting.push({ node: child, position: at + 1, setSize: children.length, into });
    }
    const [first] = children;
    if (node !== last) return first === undefined ? Infinity : room.xOf(first);
    answered = true;
    into.push(answer);
    return answer.x;
  };
  const twigs: Twig[] = [];
  grow(scene.task, twigs);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, position, setSize, into } = next;
    const folded = node.children.length > 0 && room.isFolded(scene, node);
    const children: Twig[] = [];
    const { title, note, ...twig } = labelled(scene, node, room, folded ? Infinity : grow(node, children));
    const hidden = folded ? countBelow(node) : 0;
    shown.push({ node, title, note, beside: twig.beside, hidden, position, setSize });
    into.push({ ...twig, children });
  }
  // The state that it belongs to is folded away: the answer then hangs on the root.
  if (last !== null && !answered) twigs.unshift(answer);
  return { root: { id: scene.task.id, x: RING, labelWidth: 0, labelHeight: 0, children: twigs }, shown };
}

function labelled(scene: Scene, node: TraceNode, room: Room, next: number) {
  const x = room.xOf(node);
  // A label ends before the branch goes on; where branches grow downwards nothing stands beside it.
  const beside = room.allBeside || (isAside(node) && node.children.length === 0);
  const widest = beside
    ? Math.max(LEAST_BESIDE, Math.min(room.widest, room.right - x - BESIDE_GAP))
    : next > x
      ? Math.min(room.widest, next - x - 12)
      : room.widest;
  const { title, note } = textsAt(node, scene, widest, room.noteLines);
  const widths = [
    ...title.map((line) => textWidth(line, TEXT.title)),
    ...note.map((line) => textWidth(line, TEXT.note)),
  ];
  const labelWidth = Math.min(widest, Math.max(0, largest(widths)) + 2);
  return { id: node.id, x, labelWidth, labelHeight: widths.length * TEXT.line, beside, title, note };
}
