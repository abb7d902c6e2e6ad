/** @file The spec of a run of agents, out of what was chosen on the page. */
import type { Json } from '../../core/json.ts';
import type { ComponentSpec, RunSpec } from '../../core/run.ts';

/** What was chosen. */
export interface AgentsChoice {
  readonly dataset: string;
  readonly tasks: ComponentSpec;
  /** Of the recommender. */
  readonly options: { readonly [option: string]: Json };
  readonly model: ComponentSpec;
  readonly metrics: readonly string[];
  readonly seed: number;
}

/** The spec of one run. @param base the lab's own spec, for what was not chosen */
export function agentsSpec(base: RunSpec, { dataset, tasks, options, model, metrics, seed }: AgentsChoice): RunSpec {
  const { metrics: _, ...shared } = base;
  return {
    ...shared,
    dataset: { name: dataset, options: {} },
    split: { name: 'macrec', options: {} },
    tasks,
    recommender: { name: 'macrec', options },
    model,
    metrics: [...metrics],
    seed,
  };
}

/** The spec over so many tasks in place of a person's, or over the samples that it has where the count is null. */
export function specOfMany(spec: RunSpec, count: number | null): RunSpec {
  const { users: _, count: __, ...options } = spec.tasks.options;
  return { ...spec, tasks: { ...spec.tasks, options: { ...options, ...(count !== null && { count }) } } };
}
