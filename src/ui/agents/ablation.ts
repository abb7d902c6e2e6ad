/** @file A comparison of a system with itself without each of its agents, on the same tasks. */
import type { EvaluationInput } from '../../client/lab.ts';
import type { Json } from '../../core/json.ts';
import type { RunSpec } from '../../core/run.ts';

/** What is compared. */
export interface Ablation {
  /** Of the tasks that are compared on. */
  readonly spec: RunSpec;
  readonly system: string;
  /** Its agents besides the manager. */
  readonly helpers: readonly string[];
}

/** Under which name an ablation is kept. */
export const ablationName = ({ spec, system }: Pick<Ablation, 'spec' | 'system'>): string =>
  `ablation-${system}-${spec.tasks.name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80);

/** The system as it is, and once without each of its agents. */
export function ablationInput({ spec, system, helpers }: Ablation): EvaluationInput {
  const { recommender, seed, limits: _, ...shared } = spec;
  const row = (label: string, without: readonly string[]) => ({
    name: recommender.name,
    options: { ...recommender.options, ...(without.length > 0 && { without: [...without] }) },
    label,
  });
  return {
    name: ablationName({ spec, system }),
    spec: shared as unknown as Record<string, Json>,
    recommenders: [row('all agents', []), ...helpers.map((name) => row(`without ${name}`, [name]))],
    seeds: [seed],
  };
}
