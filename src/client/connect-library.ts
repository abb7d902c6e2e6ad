/**
 * @file Starts the library's worker. The address has to stand here as it is: the bundler finds the worker by it.
 */
import { createLibraryClient, type LibraryClient } from './library-client.ts';
import { keepRuntimes } from './site-keeper.ts';

/** The library of models in a worker of its own, which starts when it is first needed. @param shared what the page has once */
export function connectLibrary(shared: Omit<Parameters<typeof createLibraryClient>[1], 'onModel'>): LibraryClient {
  return createLibraryClient(
    () => new Worker(new URL('../../workers/library.worker.ts', import.meta.url), { type: 'module', name: 'library' }),
    { ...shared, onModel: keepRuntimes },
  );
}
