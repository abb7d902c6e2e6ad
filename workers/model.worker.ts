/** @file A model worker: one engine, held for the lab and the page. */
import { expose } from 'comlink';
import { createEngineLoader } from '../src/models/load-engine.ts';
import { createModelHost } from '../src/models/model-host.ts';
import { urlFiles } from '../src/models/url-files.ts';
import { installTransferHandlers } from '../src/wire/transfer-handlers.ts';

installTransferHandlers();
const loadEngine = createEngineLoader({
  files: ({ model }) => Promise.resolve(urlFiles(new URL(`../models/${model}/`, self.location.href))),
});
expose(createModelHost(loadEngine));
