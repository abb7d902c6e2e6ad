/**
 * @file Starts the worker with the files of a tab. The address has to stand here as it is: the bundler finds the worker by it.
 */

/** Files in memory, for all workers of a tab that the browser gives no storage. */
export function startMemory(): Worker {
  return new Worker(new URL('../../workers/memory.worker.ts', import.meta.url), { type: 'module', name: 'memory' });
}
