/** @file Self-consistency (Wang et al. 2022, section 2) with plain answers: the yardstick at an equal number of model calls. */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';

export function selfConsistency({
  answers: n = 5,
  aggregate = 'mean',
}: Pick<PlannerOptions, 'answers' | 'aggregate'>): Planner {
  return {
    name: 'self-consistency',
    aggregate,
    async plan(context: PlanningContext) {
      const S: State[] = [];
      for (let i = 0; i < n; i += 1) {
        // y_i ~ p(· | x)
        const y = await context.answer([]);
        if (y.isEnd) break;
        S.push(y);
      }
      return S;
    },
  };
}

export const selfConsistencyEntry: PlannerEntry = {
  name: 'self-consistency',
  title: 'Self-consistency',
  description: 'Draws several plain answers, with no tool, and puts them together.',
  keeps: 'answers several times without looking anything up, and puts the answers together',
  reference: 'Wang et al. 2022, section 2',
  drops: false,
  usesSteps: false,
  usesBranching: false,
  options: ['answers', 'aggregate'],
  endless: { answers: 100 },
  create: selfConsistency,
};
