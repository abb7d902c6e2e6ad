/** @file Chain-of-Thought as ReAct uses it: one path, S = {s_1, …, s_t} (RecMind, section 3; Wei et al. 2022; Yao et al. 2022). */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';

export function chainOfThought({ steps: T }: Pick<PlannerOptions, 'steps'>): Planner {
  return {
    name: 'chain-of-thought',
    async plan(context: PlanningContext) {
      const S: State[] = [];
      for (let t = 0; t < T; t += 1) {
        // s_{t+1} ~ p(· | x, s_1, …, s_t)
        const s = await context.sample(S, S.at(-1) ?? null);
        if (s.isEnd) break;
        S.push(s);
      }
      return S;
    },
  };
}

export const chainOfThoughtEntry: PlannerEntry = {
  name: 'chain-of-thought',
  title: 'Chain-of-Thought',
  description: 'Follows a single path, one state after the other.',
  keeps: 'follows one line of thought; every step counts',
  reference: 'RecMind, section 3; Wei et al. 2022; ReAct (Yao et al. 2022)',
  drops: false,
  usesSteps: true,
  usesBranching: false,
  options: [],
  create: chainOfThought,
};
