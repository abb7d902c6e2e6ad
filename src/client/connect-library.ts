/**
 * @file Starts the library's worker. The address has to stand here as it is: the bundler finds the worker by it.
 */
import type { NetworkClient } from './agreements.ts';
import { createLibraryClient, type LibraryClient } from './library-client.ts';

/**
 * The library of models in a worker of its own, which starts when it is first needed.
 * @param network nothing is downloaded where it says so
 */
export function connectLibrary(network: Pick<NetworkClient, 'requireClear'>): LibraryClient {
  return createLibraryClient(
    () => new Worker(new URL('../../workers/library.worker.ts', import.meta.url), { type: 'module', name: 'library' }),
    network,
  );
}
