/**
 * @file What was typed after `samples`: a spec, samples where there are some, and the file to write.
 */
import type { SamplesOptions } from './samples-command.ts';
import { onlyFile } from './usage.ts';

/** Reads the arguments of `samples`. @throws LabError `spec-invalid` */
export function samplesArguments(
  values: { readonly dataset?: string; readonly files?: string },
  operands: readonly string[],
): SamplesOptions & { readonly type: 'samples' } {
  const { dataset = null, files = '.espalier' } = values;
  const from = operands.length === 3 ? (operands[1] ?? null) : null;
  const [spec = '', ...to] = operands.filter((operand) => operand !== from);
  return { type: 'samples', spec, from, to: onlyFile('samples SPEC.json', 'FILE', to), dataset, files };
}
