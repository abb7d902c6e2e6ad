import type { Json } from '../../../core/json.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';

export interface AgentsChoice {
  /** With the person who is asked about, if they are not in the dataset. */
  readonly dataset: ComponentSpec;
  /** What is held out; null for what it is in the lab's own spec. */
  readonly split: { readonly [field: string]: Json } | null;
  readonly tasks: ComponentSpec;
  readonly options: { readonly [option: string]: Json };
  readonly model: ComponentSpec;
  readonly metrics: readonly string[];
  readonly seed: number;
}

export function agentsSpec(base: RunSpec, choice: AgentsChoice): RunSpec {
  const { dataset, split, tasks, options, model, metrics, seed } = choice;
  const { metrics: _, ...shared } = base;
  return {
    ...shared,
    dataset,
    ...(split !== null && { split: split as unknown as ComponentSpec }),
    tasks,
    recommender: { name: 'macrec', options },
    model,
    metrics: [...metrics],
    seed,
  };
}

/** The spec over so many tasks of the dataset alone in place of a person's, or over the samples that it has where the count is null. */
export function specOfMany(spec: RunSpec, count: number | null): RunSpec {
  const { users: _, count: __, ...options } = spec.tasks.options;
  const { person: ___, ...part } = spec.dataset.options;
  return {
    ...spec,
    dataset: { ...spec.dataset, options: part },
    tasks: { ...spec.tasks, options: { ...options, ...(count !== null && { count }) } },
  };
}
