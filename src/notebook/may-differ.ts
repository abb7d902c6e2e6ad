/**
 * @file Which runs are the same on every machine, and which cannot promise that.
 */
import type { CellSpec } from './cell-spec.ts';
import { needsOf } from './needs.ts';

const BUILT_IN = 'built-in/';

/** Why another machine may get other results from a spec, as a sentence; null where it must get the same. */
export function mayDiffer(spec: CellSpec): string | null {
  const { asks, models } = needsOf(spec);
  if (asks.some(({ gets }) => gets === 'queries')) return 'It asks Wikipedia, whose articles change.';
  const live = [...new Set(models)].filter((name) => !name.startsWith(BUILT_IN));
  if (live.length === 0) return null;
  const [noun, run, their] = live.length === 1 ? ['model', 'runs', 'its'] : ['models', 'run', 'their'];
  return `The ${noun} ${live.join(' and ')} ${run} live, and ${their} replies may differ from machine to machine.`;
}
