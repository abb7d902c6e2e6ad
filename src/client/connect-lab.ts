/**
 * @file Starts the lab's worker. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createLabClient } from './create-lab-client.ts';
import type { LabClient } from './lab.ts';

/** The lab in a worker of its own; the worker starts at the first call. */
export function connectLab(): LabClient {
  return createLabClient(
    () => new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }),
  );
}
