/** @file The spec that a trace begins with. */
import { isJsonObject, jsonMembers, type Json } from '../../../core/json.ts';
import type { RunSpec } from '../../../core/run.ts';
import type { TraceEvent } from '../../../core/trace.ts';

const isComponent = (value: Json | undefined): boolean => {
  const { name, options } = jsonMembers(value);
  return typeof name === 'string' && isJsonObject(options);
};

/** The spec of a run; null where its trace, which may come from elsewhere, begins with something that is none. */
export function specOf([start]: readonly TraceEvent[]): RunSpec | null {
  if (start?.type !== 'run-start') return null;
  const spec = jsonMembers(start.spec);
  const components = ['dataset', 'tasks', 'recommender', 'model', ...(spec['critic'] === undefined ? [] : ['critic'])];
  const { modelCalls, tokens } = jsonMembers(spec['limits']);
  const hasNumbers = [spec['seed'], modelCalls, tokens].every((value) => typeof value === 'number');
  const hasMode = typeof jsonMembers(spec['replies'])['mode'] === 'string';
  const isSpec = hasNumbers && hasMode && components.every((name) => isComponent(spec[name]));
  return isSpec ? (start.spec as unknown as RunSpec) : null;
}
