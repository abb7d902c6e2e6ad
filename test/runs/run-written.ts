/** @file Runs a spec as people write it. */
import type { RunSummary } from '../../src/core/run.ts';
import type { RunHost } from '../../src/runs/run-host.ts';
import { parseRunSpec } from '../../src/runs/run-spec.ts';
import { run as runComplete } from '../../src/runs/run.ts';

/** Completes the spec, and runs it. */
export async function run(input: unknown, host: RunHost): Promise<RunSummary> {
  return runComplete(parseRunSpec(input), host);
}
