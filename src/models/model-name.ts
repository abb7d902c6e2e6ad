/**
 * @file The names of models in a spec: `<engine>/<model>`.
 */
import { LabError } from '../core/errors.ts';

/** The engines that a model's name may begin with. */
export const ENGINES = ['built-in', 'transformers', 'web-llm', 'endpoint', 'browser'] as const;

export type EngineName = (typeof ENGINES)[number];

/** A name in its two parts. */
export interface ModelName {
  readonly engine: EngineName;
  /** `SmolLM2-135M-Instruct`, `onnx-community/Qwen2.5-0.5B-Instruct`. */
  readonly model: string;
}

/** What may stand before and after the slash, for messages. */
const EXAMPLES = 'built-in/reasoner, transformers/<model>, web-llm/<model>, endpoint/<model>, browser/prompt-api';

/** What an engine that has but one model calls it. */
const ONLY: Partial<Record<EngineName, readonly string[]>> = {
  'built-in': ['reasoner', 'lexical', 'words'],
  browser: ['prompt-api'],
};

/**
 * Reads a model's name.
 * @param field what the message begins with: `model.name`
 * @throws LabError `name-unknown` listing the engines
 */
export function parseModelName(name: string, field: string): ModelName {
  const slash = name.indexOf('/');
  const engine = ENGINES.find((one) => one === name.slice(0, Math.max(slash, 0)));
  const model = name.slice(slash + 1);
  if (engine !== undefined && model !== '' && (ONLY[engine]?.includes(model) ?? true)) return { engine, model };
  throw new LabError('name-unknown', `${field}: unknown model "${name}"; one of ${EXAMPLES}.`, { field, name });
}
