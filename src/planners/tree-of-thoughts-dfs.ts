/** @file Tree-of-Thoughts, depth first: a critic prunes states (RecMind, section 3; Yao et al. 2023). */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';

/** A step has at most k attempts; after the last one it is lost, which counts as one of the T steps. */
export function treeOfThoughtsDfs({ steps: T, branching: k }: Pick<PlannerOptions, 'steps' | 'branching'>): Planner {
  return {
    name: 'tree-of-thoughts-dfs',
    async plan(context: PlanningContext) {
      const z: State[] = [];
      for (let t = 0; t < T; t += 1) {
        const parent = z.at(-1) ?? null;
        for (let attempt = 0; attempt < k; attempt += 1) {
          const s = await context.sample(z, parent);
          if (s.isEnd) return z;
          if ((await context.evaluate(z, s)) === 'keep') {
            z.push(s);
            break;
          }
          // Pruned: backtrack to the parent and start a new branch there.
        }
      }
      return z;
    },
  };
}

export const treeOfThoughtsDfsEntry: PlannerEntry = {
  name: 'tree-of-thoughts-dfs',
  title: 'Tree-of-Thoughts (DFS)',
  description: 'Follows one branch at a time; a critic prunes states and the search backtracks.',
  keeps: 'goes on until a critic rejects a step, then tries another',
  reference: 'RecMind, section 3; Yao et al. 2023',
  drops: true,
  usesSteps: true,
  usesBranching: true,
  options: [],
  create: treeOfThoughtsDfs,
};
