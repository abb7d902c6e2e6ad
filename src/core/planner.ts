/**
 * @file Planning (RecMind, section 3). A planner only decides what is asked and what is kept.
 */
import type { Json } from './json.ts';
import type { Random } from './random.ts';

/** s = (h, a, o): a thought, an action and what came back (RecMind, section 3). */
export interface State {
  /** The path of its node in the trace. */
  readonly id: string;
  /** The path of the state it grew from; null at the root. */
  readonly parent: string | null;
  readonly thought: string;
  readonly action: { readonly tool: string; readonly arguments: Json } | null;
  readonly observation: string;
  /** True where the thought is "End of Planning". */
  readonly isEnd: boolean;
}

/** How a state is sampled. */
export interface SampleOptions {
  /** True where it is to leave the branch that `states` took from `parent` (Self-Inspiring, line 7). */
  readonly alternative?: boolean;
}

/** What a planner may ask. Each call is visible in the trace. */
export interface PlanningContext {
  /** s ~ p(· | x, states), drawn as a branch of `parent`. */
  sample(states: readonly State[], parent: State | null, options?: SampleOptions): Promise<State>;
  /** The candidate that most voters choose; the first of those with equal votes. */
  vote(states: readonly State[], candidates: readonly State[]): Promise<State>;
  /** Is the state worth keeping after these states? A state that is pruned is marked so in the trace. */
  evaluate(states: readonly State[], state: State): Promise<'keep' | 'prune'>;
  /** Should an alternative branch be explored? (RecMind, Algorithm 1, line 6) */
  inspire(states: readonly State[]): Promise<boolean>;
}

/** What a planner is given besides its context: those of the papers need none of it. */
export interface PlanningSurroundings {
  /** The planner's own: what it draws changes nothing else. */
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** A way to explore. */
export interface Planner {
  /** `self-inspiring`. */
  readonly name: string;
  /** Returns exactly the states that the answer is conditioned on, in the order in which they were explored. */
  plan(context: PlanningContext, surroundings: PlanningSurroundings): Promise<readonly State[]>;
}
