/** @file Self-Inspiring (RecMind, section 3, Algorithm 1). docs/decisions.md#algorithm-1-line-7 says which readings there are. */
import type { Planner, PlanningContext, State } from '../core/planner.ts';
import type { PlannerEntry, PlannerOptions } from './planner-entry.ts';

export type SelfInspiringOptions = Pick<PlannerOptions, 'steps'> &
  Partial<Pick<PlannerOptions, 'readingOfLine7' | 'alternativeCounts'>>;

/** Self-Inspiring: keeps everything it explored. Line numbers are those of Algorithm 1. */
export function selfInspiring({
  steps: T,
  readingOfLine7 = 'S-prime',
  alternativeCounts = true,
}: SelfInspiringOptions): Planner {
  return {
    name: 'self-inspiring',
    async plan(context: PlanningContext) {
      let S: readonly State[] = [];
      let last: State | null = null; // the newest state of path m
      let t = 1;
      while (t <= T) /* 1 */ {
        const s = await context.sample(S, last); // 2
        if (s.isEnd) break; // 3, 4
        const S_: readonly State[] = [...S, s]; // 5: S′
        if (await context.inspire(S_)) /* 6 */ {
          const given = readingOfLine7 === 'S-prime' ? S_ : S;
          const alternative = await context.sample(given, last, { alternative: true }); // 7
          // An alternative that ends planning is no alternative: path m goes on.
          [S, last] = alternative.isEnd ? [S_, s] : [[...S_, alternative], alternative]; // 8, and m ← m + 1
          t += alternativeCounts && !alternative.isEnd ? 2 : 1;
        } else {
          [S, last, t] = [S_, s, t + 1]; // 10
        }
      }
      return S; // 14 conditions the answer on S
    },
  };
}

export const selfInspiringEntry: PlannerEntry = {
  name: 'self-inspiring',
  title: 'Self-Inspiring',
  description: 'Asks itself after each state whether to explore an alternative, and never discards a state.',
  keeps: 'may branch off, and reads all branches when it answers',
  reference: 'RecMind, section 3, Algorithm 1',
  drops: false,
  usesSteps: true,
  usesBranching: false,
  options: ['readingOfLine7', 'alternativeCounts'],
  create: selfInspiring,
};
