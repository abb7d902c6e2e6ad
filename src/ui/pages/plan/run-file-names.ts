/** @file What the files of several runs are called. */

/**
 * A name for each run, without its ending: its planner's, or that of a fork where the first run has the same planner. No two are the same.
 * @param planners of the runs in their order; empty where it is not known
 */
export function runFileNames(planners: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const [index, planner] of planners.entries()) {
    const own = planner || 'run';
    const name = index > 0 && planner === planners[0] ? `${own}-fork` : own;
    let free = name;
    for (let number = 2; names.includes(free); number += 1) free = `${name}-${String(number)}`;
    names.push(free);
  }
  return names;
}
