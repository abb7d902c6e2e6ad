/** @file Language Agent Tree Search (Zhou et al. 2023, section 4.2, Algorithm 1). A finished path's reward is its value. */
import type { Planner, PlanningContext } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';
import { backPropagate, best, isSpent, node, select, type Node } from './search-tree.ts';

export function languageAgentTreeSearch({
  steps: L,
  branching: n,
  iterations: K = 4,
}: Pick<PlannerOptions, 'steps' | 'branching' | 'iterations'>): Planner {
  return {
    name: 'language-agent-tree-search',
    async plan(context: PlanningContext) {
      const root = node([], 0, false);
      const finished: Node[] = [];
      const reflections: string[] = [];
      for (let k = 1; k <= K; k += 1) {
        const visited = [root];
        for (let s = root; !s.isTerminal; visited.push(s)) {
          if (s.children.length === 0) await expand(s, { L, n, reflections }, context);
          s = select(s);
        }
        const end = visited.at(-1) ?? root;
        finished.push(end);
        backPropagate(visited, end.reward, k, context);
        const isOver = k === K || isSpent(root) || context.isSpent;
        if (end.reward === 1 || isOver) break;
        const reflection = end.path.length === 0 ? '' : await context.reflect(end.path);
        if (reflection !== '') reflections.push(reflection);
      }
      return finished.length === 0 ? [] : best(finished, ({ reward }) => reward).path;
    },
  };
}

/** Expansion and evaluation: s^i ~ p(· | x, s, reflections) for i in [n], each valued. One that ends planning closes the path as it stands. */
async function expand(
  s: Node,
  { L, n, reflections }: { readonly L: number; readonly n: number; readonly reflections: readonly string[] },
  context: PlanningContext,
): Promise<void> {
  const { path, reward } = s;
  for (let i = 0; i < n; i += 1) {
    const state = await context.sample(path, path.at(-1) ?? null, { reflections: [...reflections] });
    if (!state.isEnd) {
      const value = await context.value(path, state);
      s.children.push(node([...path, state], value, path.length + 1 === L));
    } else if (s.children.every((child) => child.path !== path)) s.children.push(node(path, reward, true));
  }
}

export const languageAgentTreeSearchEntry: PlannerEntry = {
  name: 'language-agent-tree-search',
  title: 'Language Agent Tree Search',
  description:
    'Monte Carlo tree search: goes down by value and visits, values what it finds, and learns in words from paths that failed.',
  keeps: 'searches again and again from the start, guided by values, and reads the best path that it finished',
  reference: 'Zhou et al. 2023 (LATS), section 4.2, Algorithm 1',
  drops: true,
  usesSteps: true,
  usesBranching: true,
  options: ['iterations'],
  endless: { iterations: 100 },
  create: languageAgentTreeSearch,
};
