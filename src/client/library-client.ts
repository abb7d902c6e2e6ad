/**
 * @file The page's door to the library of models: a worker of its own, started when it is first needed.
 */
import type { ModelLibrary } from '../models/service/model-library.ts';
import type { NetworkClient } from './agreements.ts';
import { keptWorker } from './kept-worker.ts';
import { remote } from '../rpc/remote.ts';
import type { TabStorage } from './tab-storage.ts';
import type { WorkerLike } from '../rpc/worker-connection.ts';

export type * from '../models/service/model-library.ts';
export type { LoadProgress } from '../rpc/model-service.ts';

/** The library, as the page sees it. */
export type LibraryClient = ModelLibrary;

/** What the library shares with the rest of the page. */
interface SharedParts {
  /** Nothing is downloaded where it says so. */
  readonly network: Pick<NetworkClient, 'requireClear'>;
  /** Where files are kept. */
  readonly storage: TabStorage;
  /** Called once a model is kept here. */
  readonly onModel: () => void;
}

const DIED = 'The library of models stopped by itself, most likely for want of memory. Try again.';

/**
 * @param startWorker makes a new library worker; called again after one was lost
 * @param shared what the page has once
 */
export function createLibraryClient(
  startWorker: () => WorkerLike,
  { network, storage, onModel }: SharedParts,
): LibraryClient {
  return remote<ModelLibrary>(
    keptWorker(() => storage.adopt(startWorker()), DIED),
    (library) => ({
      // Other hosts are asked.
      async testSource(...given) {
        network.requireClear();
        return library.testSource(...given);
      },
      async download(...given) {
        storage.made();
        network.requireClear();
        await library.download(...given);
        onModel();
      },
      async importFiles(...given) {
        storage.made();
        await library.importFiles(...given);
        onModel();
      },
    }),
  );
}
