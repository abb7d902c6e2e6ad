/** @file A planner in an environment: it knows a log of earlier ratings, and is judged as the policies that learn are. */
import type { JudgedPolicy, PlannerName } from '../../../core/simulation.ts';
import type { SqlEngine } from '../../../data/database/engine.ts';
import { recommendToAll, scorePeople } from '../evaluate-policy.ts';
import type { TrainingGround } from '../training-ground.ts';
import { createPlannerPolicy, type PlannerOptions } from './create-planner-policy.ts';

/** A planner's result. */
export interface JudgedPlanner extends Required<Omit<JudgedPolicy, 'expectedReward'>> {
  /** That it took to choose. */
  readonly seconds: number;
}

/** Judges one. @throws LabError `aborted`, or what the rater or the planner throws */
export async function judgePlanner(
  name: PlannerName,
  ground: TrainingGround,
  engine: SqlEngine,
  options: PlannerOptions,
): Promise<JudgedPlanner> {
  const { seed, signal } = options;
  const planner = await createPlannerPolicy(name, ground, engine, options);
  try {
    const people = await recommendToAll(planner, ground.createEvaluation(signal), seed, signal);
    const scores = scorePeople(people, ground.catalogue, ground.scale.max);
    return { people, scores, costs: planner.costs, seconds: planner.seconds };
  } finally {
    planner.close();
  }
}
