/**
 * @file Which runs are the same on every machine, and which cannot promise that.
 */
import type { RunSpec } from '../core/run.ts';
import { isObject } from './plain-json.ts';

const BUILT_IN = 'built-in/';

/** Why another machine may get other results from a spec, as a sentence; null where it must get the same. */
export function mayDiffer({ model, replies, recommender }: RunSpec): string | null {
  const { tools = [] } = recommender.options;
  const asksNetwork =
    Array.isArray(tools) &&
    tools.some(
      (tool: unknown) => isObject(tool) && isObject(tool['options']) && tool['options']['allowNetwork'] === true,
    );
  if (asksNetwork) return 'It asks Wikipedia, whose articles change.';
  if (replies.mode === 'replay' || model.name.startsWith(BUILT_IN)) return null;
  return `The model ${model.name} runs live, and its replies may differ from machine to machine.`;
}
