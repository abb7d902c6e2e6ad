/** @file A simulation: a spec goes in, events come out, as with runs of tasks. */
import type { RunSummary } from '../../core/run.ts';
import type { SimulationSpec } from '../../notebook/cell-spec.ts';
import { checkSimulation } from './check-simulation.ts';
import { holdConversation } from './hold-conversation.ts';
import type { SimulationHost } from './simulation-host.ts';
import { runTraining } from './run-training.ts';

/**
 * Runs a simulation on an open dataset. An abort, or what goes wrong on the way, ends it with a readable trace.
 * @throws LabError before the first event, where the spec is wrong (`spec-invalid`, `name-unknown`, `task-impossible`)
 */
export async function runSimulation(spec: SimulationSpec, host: SimulationHost): Promise<RunSummary> {
  checkSimulation(spec);
  return spec.kind === 'conversation' ? holdConversation(spec, host) : runTraining(spec, host);
}
