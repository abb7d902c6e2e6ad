/** @file Tree-of-Thoughts, breadth first: a majority vote selects one of k candidates (RecMind, section 3; Yao et al. 2023). */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';

/** A candidate that ends planning is no state s^i_{t+1} (docs/decisions.md#an-end-is-no-candidate). */
export function treeOfThoughtsBfs({ steps: T, branching: k }: Pick<PlannerOptions, 'steps' | 'branching'>): Planner {
  return {
    name: 'tree-of-thoughts-bfs',
    async plan(context: PlanningContext) {
      const S: State[] = [];
      for (let t = 0; t < T; t += 1) {
        const parent = S.at(-1) ?? null;
        const candidates: State[] = [];
        // s^i_{t+1} ~ p(· | x, s_1, …, s_t) for i in [k]
        for (let i = 0; i < k; i += 1) {
          const s = await context.sample(S, parent);
          if (!s.isEnd) candidates.push(s);
        }
        const [only] = candidates;
        if (only === undefined) break;
        S.push(candidates.length === 1 ? only : await context.vote(S, candidates));
      }
      return S;
    },
  };
}

export const treeOfThoughtsBfsEntry: PlannerEntry = {
  name: 'tree-of-thoughts-bfs',
  title: 'Tree-of-Thoughts (BFS)',
  description: 'Draws several candidates at each step and goes on from the one that a majority votes for.',
  keeps: 'tries several next steps and keeps the one with most votes',
  reference: 'RecMind, section 3; Yao et al. 2023',
  drops: true,
  usesSteps: true,
  usesBranching: true,
  options: [],
  create: treeOfThoughtsBfs,
};
