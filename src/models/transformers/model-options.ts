/** @file The options of a `transformers/…` chat model in a RunSpec. */
import { LabError } from '../../core/errors.ts';
import type { EngineLoad } from '../engine.ts';

/** How weights are stored. `q8` (int8) is by far the fastest in WebAssembly; int4 takes eight times as long for a token there, whatever its accuracy level. */
const DTYPES = ['q8', 'fp32', 'fp16', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const;
const KNOWN = ['dtype', 'revision', 'device', 'cacheMegabytes', 'thinkingTokens'];
const MOST_THINKING_TOKENS = 1_000_000;
const MOST_MEGABYTES = 2048;

/** See the file's comment. */
export interface ModelOptions {
  readonly dtype: (typeof DTYPES)[number];
  /** The most that keys and values of earlier prompts may take; 0 keeps none. */
  readonly cacheMegabytes: number;
  /** How much the model may think before a reply that no schema holds, on top of its limit; 0 where it is not to think. */
  readonly thinkingTokens: number;
}

/**
 * The options, with their defaults: `q8` and 512 megabytes. `device` may be `wasm` only; `revision` says which files are
 * meant.
 * @throws LabError `spec-invalid` naming the option
 */
export function readModelOptions({ model, options }: EngineLoad): ModelOptions {
  const refuse = (name: string, allowed: string): never => {
    const message = `options.${name} of transformers/${model}: ${JSON.stringify(options[name])} is not ${allowed}.`;
    throw new LabError('spec-invalid', message, { field: name });
  };
  const unknown = Object.keys(options).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) refuse(unknown, `an option; there are ${KNOWN.join(', ')}`);
  const { dtype: wanted = 'q8', device = 'wasm', cacheMegabytes = 512, thinkingTokens = 0 } = options;
  if (device !== 'wasm') refuse('device', 'wasm, where chat models of this engine run; web-llm runs them on WebGPU');
  const dtype = DTYPES.find((one) => one === wanted) ?? refuse('dtype', `one of ${DTYPES.join(', ')}`);
  if (typeof cacheMegabytes !== 'number' || !(cacheMegabytes >= 0 && cacheMegabytes <= MOST_MEGABYTES)) {
    return refuse('cacheMegabytes', `a number from 0 to ${MOST_MEGABYTES}`);
  }
  if (typeof thinkingTokens !== 'number' || !(thinkingTokens >= 0 && thinkingTokens <= MOST_THINKING_TOKENS)) {
    return refuse('thinkingTokens', `a number from 0 to ${MOST_THINKING_TOKENS}`);
  }
  return { dtype, cacheMegabytes, thinkingTokens };
}
