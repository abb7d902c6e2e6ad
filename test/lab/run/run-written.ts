/** @file Runs a spec as people write it. */
import type { RunSummary } from '../../../src/core/run.ts';
import type { RunHost } from '../../../src/lab/run/run-host.ts';
import { parseRunSpec } from '../../../src/lab/run/run-spec.ts';
import { run as runComplete } from '../../../src/lab/run/run.ts';

/** Completes the spec, and runs it. */
export async function run(input: unknown, host: RunHost): Promise<RunSummary> {
  return runComplete(parseRunSpec(input), host);
}
