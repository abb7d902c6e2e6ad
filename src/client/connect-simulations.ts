/**
 * @file Starts the workers of simulations. The address has to stand here as it is: the bundler finds the worker by it.
 */
import type { ModelClient } from './lab.ts';
import { createSimulationClient } from './simulation-client.ts';
import type { SimulationClient } from './simulations.ts';

/** Simulations in workers of their own, which start when they are first needed. @param models where a model that rates is loaded */
export function connectSimulations(models: ModelClient): SimulationClient {
  return createSimulationClient(
    () =>
      new Worker(new URL('../../workers/simulation.worker.ts', import.meta.url), {
        type: 'module',
        name: 'simulation',
      }),
    models,
    navigator.hardwareConcurrency,
  );
}
