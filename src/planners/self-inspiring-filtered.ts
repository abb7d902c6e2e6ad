/** @file The lab's own: Self-Inspiring (RecMind, Algorithm 1) whose states must pass a critic to stay in S. */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry } from './planner-entry.ts';
import type { SelfInspiringOptions } from './self-inspiring.ts';

export function selfInspiringFiltered({
  steps: T,
  readingOfLine7 = 'S-prime',
  alternativeCounts = true,
}: SelfInspiringOptions): Planner {
  return {
    name: 'self-inspiring-filtered',
    async plan(context: PlanningContext) {
      const S: State[] = [];
      let last: State | null = null; // the newest kept state of path m
      let t = 1;

      const keepIfWorthy = async (s: State): Promise<boolean> => {
        const isKept = (await context.evaluate(S, s)) === 'keep';
        if (isKept) S.push(s);
        return isKept;
      };

      while (t <= T) {
        const before = [...S];
        const parent: State | null = last;
        const s = await context.sample(S, parent);
        if (s.isEnd) break;
        t += 1;
        // What was pruned is as if it had never been explored, so there is nothing to be inspired by.
        if (!(await keepIfWorthy(s))) continue;
        last = s;
        if (!(await context.inspire(S))) continue;
        const given = readingOfLine7 === 'S-prime' ? S : before;
        const alternative = await context.sample(given, parent, { alternative: true });
        if (alternative.isEnd) continue;
        if (alternativeCounts) t += 1;
        if (await keepIfWorthy(alternative)) last = alternative;
      }
      return S;
    },
  };
}

export const selfInspiringFilteredEntry: PlannerEntry = {
  name: 'self-inspiring-filtered',
  title: 'Self-Inspiring, filtered',
  description: "The lab's own: Self-Inspiring whose states must pass the critic to be kept.",
  keeps: 'may branch off, and reads all branches that the critic did not reject',
  reference: null,
  drops: true,
  usesSteps: true,
  usesBranching: false,
  options: ['readingOfLine7', 'alternativeCounts'],
  create: selfInspiringFiltered,
};
