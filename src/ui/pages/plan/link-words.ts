/** @file Words of the link that shares the Plan page. */
import { counted } from '../../words.ts';

/** What a link of the Plan page holds. */
export function linkHolds(planners: readonly string[]): string {
  const who = planners.length === 1 ? (planners[0] ?? '') : counted(planners.length, 'planner');
  return `The link opens this page with what it shows: the question, ${who}, model, dials, seed and view. It holds no results: they come again when Run is pressed there, the same with everything that has a seed.`;
}
