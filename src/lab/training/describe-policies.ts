/** @file What can be trained or judged in an environment, as data for the page. */
import { PLANNER_POLICIES, type PolicyDescription } from '../../core/simulation.ts';
import { HISTORY_ORACLE, HISTORY_ORACLE_ENTRY } from './history-oracle.ts';
import { POLICIES } from './policy-registry.ts';

/** Policies, bounds and planners, in the order in which they are offered. */
export function describePolicies(): readonly PolicyDescription[] {
  return [
    ...Object.entries(POLICIES).map(([name, { title, about, options }]): PolicyDescription => ({
      name,
      title,
      about,
      kind: 'policy',
      options: Object.keys(options),
    })),
    { name: HISTORY_ORACLE, ...HISTORY_ORACLE_ENTRY, kind: 'bound', options: [] },
    ...Object.entries(PLANNER_POLICIES).map(([name, entry]): PolicyDescription => ({
      name,
      ...entry,
      kind: 'planner',
      options: [],
    })),
  ];
}
