/**
 * @file What a list calls a run.
 */
import { PLANNERS } from '../planners/registry.ts';
import type { CompleteRunSpec } from '../runs/run-spec.ts';

/** `Self-Inspiring · rating prediction · person 599 · seed 7`. */
export function titleOf({ recommender, tasks, seed, dataset }: CompleteRunSpec): string {
  const name = recommender.options.planner;
  const planner = PLANNERS.find((entry) => entry.name === name)?.title ?? name;
  const { users, count } = tasks.options;
  const who = users?.length === 1 ? `person ${String(users[0])}` : `${String(users?.length ?? count ?? 'all')} people`;
  return [planner, tasks.name.replace('-', ' '), who, dataset.name, `seed ${String(seed)}`].join(' · ');
}
