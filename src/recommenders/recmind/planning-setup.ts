/** @file What planning a task needs, and the budget at which planners are compared. */
import type { Task } from '../../core/task.ts';
import type { Tool } from '../../core/recommender.ts';
import type { ActionSpace } from './actions.ts';
import type { Manner } from './ask.ts';
import type { Criterion } from './prompts.ts';
import type { TaskPrompt } from './task-prompt.ts';

/** A budget at which planners are compared: once it is spent, sampling gives "End of Planning". */
export interface PlanningBudget {
  /** Null: as many as the planner likes. */
  readonly toolCalls: number | null;
  /** The answer's call included. A state under way is finished, so the last one may pass it. Null: any number. */
  readonly modelCalls: number | null;
}

export interface PlanningSetup {
  readonly task: Task;
  readonly prompt: TaskPrompt;
  readonly tools: readonly Tool[];
  readonly actions: ActionSpace;
  readonly manner: Manner;
  readonly mayEnd: boolean;
  readonly voters: number;
  /** How many voters judge a state; null for one greedy verdict. */
  readonly judges: number | null;
  readonly criterion: Criterion;
  readonly candidates: 'independent' | 'propose';
  readonly temperature: number;
  readonly budget: PlanningBudget | null;
  readonly answers: number;
  readonly steps: number;
}
