/** @file A comparison of a system with itself without each of its agents, on the same tasks. */
import { UNNAMED } from '../../core/evaluation-name.ts';
import type { EvaluationInput } from '../../client/lab.ts';
import type { Json } from '../../core/json.ts';
import type { RunSpec } from '../../core/run.ts';

/** What is compared. */
export interface Ablation {
  /** Of the tasks that are compared on. */
  readonly spec: RunSpec;
  /** Its agents besides the manager. */
  readonly helpers: readonly string[];
}

/** The system as it is, and once without each of its agents. */
export function ablationInput({ spec, helpers }: Ablation): EvaluationInput {
  const { recommender, seed, limits: _, ...shared } = spec;
  const row = (label: string, without: readonly string[]) => ({
    name: recommender.name,
    options: { ...recommender.options, ...(without.length > 0 && { without: [...without] }) },
    label,
  });
  return {
    name: UNNAMED,
    spec: shared as unknown as Record<string, Json>,
    recommenders: [row('all agents', []), ...helpers.map((name) => row(`without ${name}`, [name]))],
    seeds: [seed],
  };
}
