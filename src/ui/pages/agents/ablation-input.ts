/** @file A comparison of a system with itself without each of its agents, on the same tasks. */
import type { EvaluationInput } from '../../../client/lab.ts';
import { asJson } from '../../../core/json.ts';
import type { RunSpec } from '../../../core/run.ts';

/** What is compared. */
export interface Ablation {
  /** Of the tasks that are compared on. */
  readonly spec: RunSpec;
  /** Its agents besides the manager. */
  readonly helpers: readonly string[];
  /** Under which it is kept. */
  readonly name: string;
}

/** The label of the row of the system as it is. */
export const ALL_AGENTS = 'all agents';

/** The label of the row without an agent. */
export const withoutAgent = (name: string): string => `without ${name}`;

/** The system as it is, and once without each of its agents. */
export function ablationInput({ spec, helpers, name }: Ablation): EvaluationInput {
  const { recommender, seed, limits: _, ...shared } = spec;
  const row = (label: string, without: readonly string[]) => ({
    name: recommender.name,
    options: { ...recommender.options, ...(without.length > 0 && { without: [...without] }) },
    label,
  });
  return {
    name,
    spec: asJson(shared),
    recommenders: [row(ALL_AGENTS, []), ...helpers.map((helper) => row(withoutAgent(helper), [helper]))],
    seeds: [seed],
  };
}
