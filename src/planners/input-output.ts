/** @file Input–output (RecMind, section 3): y ~ p(y | x). Nothing is planned, so nothing is asked. */
import type { Planner } from '../core/planner.ts';
import type { PlannerEntry } from './planner-entry.ts';

export function inputOutput(): Planner {
  return {
    name: 'input-output',
    plan: async () => [],
  };
}

export const inputOutputEntry: PlannerEntry = {
  name: 'input-output',
  title: 'Input–output',
  description: 'Answers at once, with no plan and no tool.',
  keeps: 'answers at once, without looking anything up',
  reference: 'RecMind, section 3',
  drops: false,
  usesSteps: false,
  usesBranching: false,
  options: [],
  create: inputOutput,
};
