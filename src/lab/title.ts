/**
 * @file What a list calls a run.
 */
import { isRequestType } from '../core/request.ts';
import { PLANNERS } from '../planners/registry.ts';
import { baselineOf, isBaseline } from '../runs/baseline-spec.ts';
import type { CompleteRunSpec } from '../runs/run-spec.ts';

function recommenderTitle(recommender: CompleteRunSpec['recommender']): string {
  if (isBaseline(recommender)) return baselineOf(recommender).title;
  if (recommender.name === 'macrec') return `MACRec (${recommender.options.system})`;
  const name = recommender.options.planner;
  return PLANNERS.find((entry) => entry.name === name)?.title ?? name;
}

/** `Self-Inspiring · rating prediction · person 599 · seed 7`. */
export function titleOf({ recommender, tasks, seed, dataset }: CompleteRunSpec): string {
  const { users, count } = tasks.options;
  const { name } = dataset;
  if (isRequestType(tasks.name)) {
    const what = tasks.name === 'conversation' ? 'conversation' : `${tasks.options.agent ?? ''} alone`;
    return [recommenderTitle(recommender), what, name, `seed ${String(seed)}`].join(' · ');
  }
  const who = users?.length === 1 ? `person ${String(users[0])}` : `${String(users?.length ?? count ?? 'all')} people`;
  return [recommenderTitle(recommender), tasks.name.replace('-', ' '), who, name, `seed ${String(seed)}`].join(' · ');
}
