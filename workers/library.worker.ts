/** @file The library worker: which models there are, and which are here. It may ask other hosts, and holds no model. */
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { createModelLibrary } from '../src/models/library/create-model-library.ts';
import { freeBytes, reportDevice } from '../src/models/library/device-report.ts';
import { transformersShelf } from '../src/models/library/transformers-shelf.ts';
import { browserFileHost } from '../src/models/web-llm/files/file-host.ts';
import { WebLlmShelf } from '../src/models/web-llm/web-llm-shelf.ts';
import type { ModelStoreHost } from '../src/models/store/model-store.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';

installTransferHandlers();
const openHost = async (): Promise<ModelStoreHost> => ({
  files: await openTabFiles(),
  fetch: (input, init) => fetch(input, init),
  base: new URL('../', self.location.href).href,
  freeBytes,
  idleMilliseconds: 30_000,
});
exposeService(
  createModelLibrary({
    openFiles: openTabFiles,
    device: reportDevice,
    shelves: { transformers: transformersShelf(openHost), 'web-llm': new WebLlmShelf(browserFileHost()) },
  }),
);
