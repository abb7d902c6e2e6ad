/** @file Words of the Plan page. */
import type { Task, UserReference } from '../../../core/task.ts';
import { counted } from '../../words.ts';

/** What a link of the Plan page holds. */
export function linkHolds(planners: readonly string[]): string {
  const who = planners.length === 1 ? (planners[0] ?? '') : counted(planners.length, 'planner');
  return `The link opens this page with what it shows: the question, ${who}, model, dials, seed and view. It holds no results: they come again when Run is pressed there, the same with everything that has a seed.`;
}

/** Why the question is about somebody else now; empty where it is not. */
export const personChanged = (before: UserReference | null, after: UserReference): string =>
  before === null || before.id === after.id
    ? ''
    : `${before.name} has nothing held out for this kind of task, so the question is now about ${after.name}. Choose anybody else by name.`;

/** How the two kinds of recommendation differ; empty for other kinds. */
export function kindDiffers(type: Task['type'], noun: string): string {
  if (type === 'direct-recommendation')
    return `Direct: which of these ${noun}s would they choose, whatever came before? Their history is not in the question; it can be looked up.`;
  if (type === 'sequential-recommendation')
    return `Sequential: the question lists their last ${noun}s in order and asks for the next one.`;
  return '';
}
