/**
 * @file Which files a transformers.js model is made of, as the library itself works it out (its `get_model_files`,
 * `get_tokenizer_files` and `resolveExternalDataFormat`) for a model of one part: a decoder or an encoder.
 */
import { LabError } from '../../core/errors.ts';

const SUFFIXES = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
} as const;

/** A precision of weights by the library's name of it. */
export type Dtype = keyof typeof SUFFIXES;

/** All of them, the one that runs best without a GPU first. */
export const DTYPES: readonly Dtype[] = ['q8', 'q4', 'int8', 'uint8', 'q4f16', 'fp16', 'bnb4', 'fp32'];

/** A file that a model has, or may have. */
export interface NeededFile {
  readonly path: string;
  readonly required: boolean;
}

/** The file that says which others there are. */
export const CONFIG = 'config.json';

const MOST_PARTS = 100;

/** @throws LabError `spec-invalid` for a name that is not a precision */
export function dtypeOf(name: string): Dtype {
  const found = DTYPES.find((dtype) => dtype === name);
  if (found !== undefined) return found;
  throw new LabError('spec-invalid', `${JSON.stringify(name)} is not a precision; one of ${DTYPES.join(', ')}.`);
}

/** Where the weights of a precision lie. */
export const weightsOf = (dtype: Dtype): string => `onnx/model${SUFFIXES[dtype]}.onnx`;

/** How many files of external data stand beside the weights. */
function externalParts(config: unknown, file: string): number {
  const own = member(config, 'transformers.js_config');
  const format = member(own, 'use_external_data_format');
  const parts = typeof format === 'object' ? (member(format, file) ?? member(format, 'model')) : format;
  const count = Number(parts ?? 0);
  return Number.isInteger(count) && count >= 0 && count <= MOST_PARTS ? count : 0;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown })[name] : undefined;

/**
 * The files of a model, small ones first.
 * @param config what its config.json holds
 */
export function filesOf(config: unknown, dtype: Dtype): readonly NeededFile[] {
  const weights = weightsOf(dtype);
  const parts = externalParts(config, weights.slice('onnx/'.length));
  const data = Array.from({ length: parts }, (_, part) => `${weights}_data${part === 0 ? '' : `_${String(part)}`}`);
  return [
    { path: CONFIG, required: true },
    { path: 'tokenizer.json', required: true },
    { path: 'tokenizer_config.json', required: true },
    { path: 'generation_config.json', required: false },
    ...[weights, ...data].map((path) => ({ path, required: true })),
  ];
}
