/**
 * @file Which runs are the same on every machine, and which cannot promise that.
 */
import { isSimulation, type CellSpec } from '../core/cell-spec.ts';
import { needsOf } from './needs.ts';
import { isObject } from './plain-json.ts';

const BUILT_IN = 'built-in/';

/** True where some tool, however deep in the options, may ask the network. */
function allowsNetwork(options: unknown): boolean {
  if (Array.isArray(options)) return options.some(allowsNetwork);
  if (!isObject(options)) return false;
  return options['allowNetwork'] === true || Object.values(options).some(allowsNetwork);
}

/** True where queries leave the machine. */
export const asksNetwork = (spec: CellSpec): boolean => !isSimulation(spec) && allowsNetwork(spec.recommender.options);

/** Why another machine may get other results from a spec, as a sentence; null where it must get the same. */
export function mayDiffer(spec: CellSpec): string | null {
  if (asksNetwork(spec)) return 'It asks Wikipedia, whose articles change.';
  const live = [...new Set(needsOf(spec).models)].filter((name) => !name.startsWith(BUILT_IN));
  if (live.length === 0) return null;
  const [models, run, their] = live.length === 1 ? ['model', 'runs', 'its'] : ['models', 'run', 'their'];
  return `The ${models} ${live.join(' and ')} ${run} live, and ${their} replies may differ from machine to machine.`;
}
