/** @file The options of a `transformers/…` model in a RunSpec. */
import * as z from 'zod/mini';
import { LabError } from '../../core/errors.ts';
import type { EngineLoad } from '../engine.ts';

/** How weights are stored. */
const DTYPES = ['fp32', 'fp16', 'q8', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const;

const OPTIONS = z.strictObject({
  /** `q8` (int8) is by far the fastest in WebAssembly; int4 is ten times slower there. */
  dtype: z._default(z.enum(DTYPES), 'q8'),
  /** A commit, tag or branch of the model's repository, for whoever finds the files. */
  revision: z.optional(z.string()),
  device: z._default(z.literal('wasm'), 'wasm'),
  /** The most that keys and values of earlier prompts may take; 0 keeps none. */
  cacheMegabytes: z._default(z.int().check(z.minimum(0), z.maximum(2048)), 512),
});

/** See `OPTIONS`. */
export type ModelOptions = z.infer<typeof OPTIONS>;

/** The options, with their defaults. @throws LabError `spec-invalid` */
export function readModelOptions({ model, options }: EngineLoad): ModelOptions {
  const read = OPTIONS.safeParse(options);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'options'}: ${message}`);
  throw new LabError('spec-invalid', `The options of transformers/${model} are not valid. ${problems.join('; ')}.`, {
    model,
  });
}
