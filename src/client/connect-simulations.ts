/**
 * @file Starts the workers of simulations. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createSimulationClient, type SharedParts } from './simulation-client.ts';
import type { SimulationClient } from './simulations.ts';

/** Simulations in workers of their own, which start when they are first needed. @param shared what the page has once */
export function connectSimulations(shared: SharedParts): SimulationClient {
  return createSimulationClient(
    () =>
      new Worker(new URL('../../workers/simulation.worker.ts', import.meta.url), {
        type: 'module',
        name: 'simulation',
      }),
    shared,
    navigator.hardwareConcurrency,
  );
}
