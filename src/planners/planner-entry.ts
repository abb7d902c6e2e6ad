/** @file What a page or a spec has to know of a planner to offer it. */
import type { Aggregate, Planner } from '../core/planner.ts';

export interface PlannerOptions {
  /** T, the step limit, 1 or more. */
  readonly steps: number;
  /** k, how many candidates or attempts a step has, 1 or more. */
  readonly branching: number;
  /** Line 7: the alternative is sampled given S′, which holds the new state (the prose, Figure 3), or given S (as printed). */
  readonly readingOfLine7: 'S-prime' | 'S';
  /** Line 8: t ← t + 2 where true, so that an alternative counts as a step; t ← t + 1 where false. */
  readonly alternativeCounts: boolean;
  /** n of self-consistency, 1 or more; the planner's own where not given. */
  readonly answers?: number;
  readonly aggregate?: Aggregate;
  /** K of Language Agent Tree Search, 1 or more; the planner's own where not given. */
  readonly iterations?: number;
}

export interface PlannerEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** How it goes on and what its answer reads, as words that go on after its title: `follows one line of thought; every step counts`. */
  readonly keeps: string;
  /** Paper and section; null for the lab's own. */
  readonly reference: string | null;
  /** True where it may drop states that it explored: then an answer from all of them is another one. */
  readonly drops: boolean;
  readonly usesSteps: boolean;
  readonly usesBranching: boolean;
  /** What it may be told besides the step limit and the branching; `RECMIND_OPTIONS` in `src/lab/run/run-spec.ts` describes them. */
  readonly options: readonly Exclude<keyof PlannerOptions, 'steps' | 'branching'>[];
  /** What leaves the end of planning to a budget; without it a step limit that none reaches. */
  readonly endless?: Partial<Pick<PlannerOptions, 'answers' | 'iterations'>>;
  create(options: PlannerOptions): Planner;
}
