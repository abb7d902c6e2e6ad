/** @file The tree of Language Agent Tree Search (Zhou et al. 2023, section 4.2): selection by UCT and back-propagation, as in Algorithm 1. */
import { log } from '../core/numbers/elementary-functions.ts';
import type { PlanningContext, State } from '../core/planner.ts';

/** w: how much an exploration is worth beside a value. */
const w = 1;

export interface Node {
  readonly path: readonly State[];
  /** True where planning has ended there, or the path is L long. */
  readonly isTerminal: boolean;
  /** What the model said of it, 0 to 1. */
  readonly reward: number;
  readonly children: Node[];
  V: number;
  /** From 1, as Algorithm 1 has it. */
  N: number;
}

export const node = (path: readonly State[], reward: number, isTerminal: boolean): Node => ({
  ...{ path, isTerminal, reward },
  ...{ children: [], V: reward, N: 1 },
});

/** UCT(s) = V(s) + w √(ln N(p) / N(s)), where s grew from p. */
const uct = (s: Node, p: Node): number => s.V + w * Math.sqrt(log(p.N) / s.N);

export const isSpent = ({ isTerminal, children, N }: Node): boolean =>
  isTerminal ? N > 1 : children.length > 0 && children.every(isSpent);

export const best = (nodes: readonly Node[], worth: (s: Node) => number): Node =>
  nodes.reduce((first, s) => (worth(s) > worth(first) ? s : first));

export const select = (p: Node): Node =>
  best(
    p.children.filter((child) => !isSpent(child)),
    (s) => uct(s, p),
  );

/** N(s) ← N(s) + 1 and V(s) ← (V(s) (N(s) − 1) + r) / N(s) on the way that was taken. */
export function backPropagate(visited: readonly Node[], r: number, iteration: number, context: PlanningContext): void {
  for (const [at, s] of visited.entries()) {
    s.N += 1;
    s.V = (s.V * (s.N - 1) + r) / s.N;
    const state = s.path.at(-1);
    // What closes a path is no state of its own.
    if (state === undefined || s.path === visited[at - 1]?.path) continue;
    context.update(state, { iteration, visits: s.N, value: s.V });
  }
}
