/** @file Planning (RecMind, section 3). A planner only decides what is asked and what is kept. */
import type { Found } from './found.ts';
import type { Json } from './json.ts';
import type { Random } from './random.ts';
import type { Recommendation } from './task.ts';

/** s = (h, a, o): a thought, an action and what came back (RecMind, section 3). */
export interface State {
  readonly id: string;
  /** The path of the state it grew from; null at the root. */
  readonly parent: string | null;
  readonly thought: string;
  readonly action: { readonly tool: string; readonly arguments: Json } | null;
  readonly observation: string;
  readonly found?: Found;
  /** True where the thought is "End of Planning". */
  readonly isEnd: boolean;
  /** Of a state that is itself an answer; absent where it could not be read. */
  readonly recommendation?: Recommendation;
}

export interface SampleOptions {
  /** True where it is to leave the branch that `states` took from `parent` (Self-Inspiring, line 7). */
  readonly alternative?: boolean;
  /** What was learnt from paths that failed (LATS, section 4.2), oldest first. */
  readonly reflections?: readonly string[];
}

export interface StateStatistics {
  readonly iteration: number;
  /** N(s), 1 or more. */
  readonly visits: number;
  /** V(s), 0 to 1. */
  readonly value: number;
}

export interface PlanningContext {
  /** s ~ p(· | x, states), drawn as a branch of `parent`. */
  sample(states: readonly State[], parent: State | null, options?: SampleOptions): Promise<State>;
  /** The candidate that most voters choose; the first of those with equal votes. */
  vote(states: readonly State[], candidates: readonly State[]): Promise<State>;
  /** Is the state worth keeping after these states? One that is pruned stays marked in the trace. */
  evaluate(states: readonly State[], state: State): Promise<'keep' | 'prune'>;
  /** Should an alternative branch be explored? (RecMind, Algorithm 1, line 6) */
  inspire(states: readonly State[]): Promise<boolean>;
  /** V: how well the problem can be solved after these states and the newest, 0 to 1 (LATS, section 4.2). */
  value(states: readonly State[], state: State): Promise<number>;
  /** The lesson of a failed path (LATS, section 4.2; Reflexion, Shinn et al. 2023). `''` where nothing could be read. */
  reflect(states: readonly State[]): Promise<string>;
  /** y ~ p(· | x, states), drawn as a state of its own: one answer of several (Wang et al. 2022). */
  answer(states: readonly State[]): Promise<State>;
  update(state: State, statistics: StateStatistics): void;
  /** True once the budget of a comparison is spent: all that is sampled from then on is "End of Planning". */
  readonly isSpent: boolean;
}

export type Aggregate = 'mean' | 'vote';

export interface PlanningSurroundings {
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface Planner {
  readonly name: string;
  readonly aggregate?: Aggregate;
  /** Returns exactly the states that the answer is conditioned on, in the order in which they were explored. */
  plan(context: PlanningContext, surroundings: PlanningSurroundings): Promise<readonly State[]>;
}
