/**
 * @file Starts the workers of simulations. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createSimulationClient, type SimulationClient } from './simulation-client.ts';

/** Simulations in workers of their own, which start when they are first needed. */
export function connectSimulations(): SimulationClient {
  return createSimulationClient(
    () =>
      new Worker(new URL('../../workers/simulation.worker.ts', import.meta.url), {
        type: 'module',
        name: 'simulation',
      }),
    navigator.hardwareConcurrency,
  );
}
