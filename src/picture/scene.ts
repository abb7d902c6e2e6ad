/** @file One task of one run as what is to be placed: the order of its branches and the lines of text at each state. */
import { answerAt, isInspired } from '../trace/trace-ink.ts';
import type { TraceNode } from '../trace/trace-tree.ts';
import { LANE, type Twig } from './layout.ts';
import type { Names } from '../trace/names.ts';
import { noteOf, titleOf } from './mark-text.ts';
import { wrap } from './wrap.ts';

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
