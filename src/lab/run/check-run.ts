/** @file What has to hold before a spec is run on the open dataset. */
import { LabError } from '../../core/errors.ts';
import { asksOfSearches, type NetworkAsk } from '../../core/network-asks.ts';
import type { CompleteRunSpec } from './run-spec.ts';

/** What a check needs of the lab. */
export interface RunGround {
  /** The name of the open dataset. */
  readonly dataset: string;
  /** @throws LabError `network-off` */
  require(asks: readonly NetworkAsk[]): void;
  /** Opens the dataset that the spec's examples come from. */
  openExamples(spec: CompleteRunSpec, signal: AbortSignal): Promise<unknown>;
}

/**
 * Checks that a spec can be run now.
 * @throws LabError `spec-invalid`, `name-unknown`; `network-off` for an address that nobody agreed to
 */
export async function checkRun(spec: CompleteRunSpec, ground: RunGround, signal: AbortSignal): Promise<void> {
  if (spec.dataset.name !== ground.dataset)
    throw new LabError('spec-invalid', `dataset.name: the spec is about ${spec.dataset.name}; open it first.`);
  ground.require(asksOfSearches(spec.recommender.options));
  await ground.openExamples(spec, signal);
}
