/** @file The hyperparameters that may be set of each policy, and what they may be. */
import { LabError } from '../../core/errors.ts';
import { ownValue } from '../../core/json.ts';
import { ownOptionName, type OptionRange } from '../../policies/option-ranges.ts';
import { POLICIES } from './policy-registry.ts';

/** Whether a policy has a hyperparameter of this name, the lab's or Stable-Baselines3's. */
export const hasOption = (policy: string, name: string): boolean => rangeOf(policy, name) !== undefined;

const rangesOf = (policy: string): Readonly<Record<string, OptionRange>> => ownValue(POLICIES, policy)?.options ?? {};

const rangeOf = (policy: string, name: string): OptionRange | undefined =>
  ownValue(rangesOf(policy), ownOptionName(name));

/**
 * Checks the hyperparameters that are set of a policy.
 * @param field where they stand in a spec; empty where there is none
 * @throws LabError `spec-invalid`, naming the first that the policy has not or that is out of its range
 */
export function checkPolicyOptions(policy: string, options: Readonly<Record<string, unknown>>, field = ''): void {
  const set = new Map<string, string>();
  for (const [name, value] of Object.entries(options)) {
    const twin = set.get(ownOptionName(name));
    const problem =
      twin === undefined ? hyperparameterProblem(policy, name, value) : `${twin} and ${name} are one hyperparameter.`;
    set.set(ownOptionName(name), name);
    if (problem === null) continue;
    const where = field === '' ? {} : { field };
    throw new LabError('spec-invalid', field === '' ? problem : `${field}: ${problem}`, { policy, ...where });
  }
}

function hyperparameterProblem(policy: string, name: string, value: unknown): string | null {
  const range = rangeOf(policy, name);
  if (range === undefined) {
    const known = Object.keys(rangesOf(policy));
    return `${policy} has no hyperparameter "${name}"; it has ${known.length === 0 ? 'none' : known.join(', ')}.`;
  }
  const { least, most, isWhole } = range;
  const isRight = typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value));
  if (isRight) return null;
  return `${name} of ${policy} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not ${String(value)}.`;
}
