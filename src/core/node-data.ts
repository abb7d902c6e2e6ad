/** @file What nodes of a trace begin and end with. A member that no other shape has tells which it is (`'scores' in result`). */
import type { DatasetManifest } from './dataset.ts';
import type { Profile, Turn } from './dialogue.ts';
import type { EpisodeStatistics } from './environment.ts';
import type { Json } from './json.ts';
import type { RaterScale } from './rater.ts';
import { type AgentRequest, type Task, TASK_TYPES } from './task.ts';
import type { RunSummary } from './run.ts';
import type { GroundFacts, JudgedPolicy, PolicyCell, PolicyScores } from './simulation.ts';

/** The result of a state s = (h, a, o): its thought, action and observation. */
export interface StateResult {
  readonly thought: string;
  readonly action: { readonly tool: string; readonly arguments: Json } | null;
  readonly observation: string;
  readonly isEnd: boolean;
}

export const stateIn = (result: NodeResult): StateResult | null =>
  result !== null && 'thought' in result ? result : null;

export type NodeDetail =
  | null
  | { readonly id: string; readonly task: Task }
  | { readonly id: string; readonly request: AgentRequest }
  /** Of a planner's state: whether it left the branch that was followed. */
  | { readonly alternative: boolean }
  /** An agent: who asks it, and in which attempt, from 1. */
  | { readonly agent: string; readonly from: string; readonly message: Json; readonly round?: number }
  | { readonly text: string }
  | { readonly demonstrations: readonly string[] }
  | (PolicyCell & Pick<JudgedPolicy, 'expectedReward'>)
  /** An episode of a person, by place. */
  | { readonly user: number; readonly seed: number }
  | { readonly item: number; readonly by: string }
  | { readonly recommender: string }
  | { readonly round: number; readonly user: number };

export type NodeResult =
  | null
  | StateResult
  | { readonly reply: string }
  | Turn
  /** A person changed the profile, or had it erased. */
  | { readonly edited: Profile; readonly erased: boolean }
  /** The node that turns were taken back from, and the profile that is left; older traces do not tell it. */
  | { readonly takenBack: string; readonly profile: Profile }
  | JudgedPolicy
  | EpisodeStatistics;

/** Where a run takes place: on a dataset, or among simulated people; a file may leave it out. */
export type RunPlace =
  | null
  | { readonly name?: never }
  | DatasetManifest
  | GroundFacts
  | (Pick<GroundFacts, 'name' | 'people' | 'items'> & { readonly synthetic: true; readonly scale: RaterScale });

export type RunEnd = null | RunSummary | PolicyScores;

/** The task that a node begins with; null where it begins with something else, or with a task of a kind that the lab does not have. */
export function taskOf({ detail }: { readonly detail: NodeDetail }): Task | null {
  const task = detail !== null && 'task' in detail ? detail.task : null;
  return TASK_TYPES.some((type) => type === task?.type) ? task : null;
}
