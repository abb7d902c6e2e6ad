/** @file What only the lab knows of simulations: which policies there are, and what a dataset's options mean. */
import { LabError } from '../../core/errors.ts';
import type { SimulationSpec } from '../../notebook/cell-spec.ts';
import { parseRunSpec, type CompleteRunSpec } from '../run/run-spec.ts';
import { checkPolicyOptions } from '../training/policy-options.ts';
import { POLICY_NAMES } from '../training/policy-registry.ts';

/** A run on the same part of the same dataset, by the same model: what opens them for a run opens them for a simulation. */
export function surroundingRun(spec: SimulationSpec): CompleteRunSpec {
  const model = spec.kind === 'conversation' ? { model: spec.model } : {};
  return parseRunSpec({ dataset: spec.dataset, tasks: { name: 'rating-prediction' }, ...model });
}

/** Checks the names and options of a simulation. @throws LabError `spec-invalid`, `name-unknown` */
export function checkSimulation(spec: SimulationSpec): void {
  surroundingRun(spec);
  if (spec.kind !== 'training') return;
  const at = spec.policies.findIndex(({ name }) => !POLICY_NAMES.includes(name));
  if (at >= 0) {
    const field = `policies.${String(at)}.name`;
    throw new LabError(
      'name-unknown',
      `${field}: unknown policy "${String(spec.policies[at]?.name)}"; one of ${POLICY_NAMES.join(', ')}.`,
      { field },
    );
  }
  for (const [place, { name, options }] of spec.policies.entries())
    checkPolicyOptions(name, options, `policies.${String(place)}.options`);
}
