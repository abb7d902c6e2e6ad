/** @file A model worker: one engine, held for the lab and the page. */
import { openBrowserFiles } from '../src/data/store/browser-files.ts';
import { createEndpointAccess } from '../src/models/endpoint/endpoint-access.ts';
import { findModelFiles } from '../src/models/find-files.ts';
import { createEngineLoader } from '../src/models/load-engine.ts';
import { createModelHost } from '../src/models/model-host.ts';
import type { ModelWorkerService } from '../src/wire/model-worker-service.ts';
import { exposeService } from '../src/wire/expose-service.ts';
import { installTransferHandlers } from '../src/wire/transfer-handlers.ts';
import { browserTransformersHost } from './transformers-host.ts';

const base = new URL('..', self.location.href).href;
const endpoints = createEndpointAccess();
const loadEngine = createEngineLoader({
  files: (model, revision, signal) => findModelFiles(openBrowserFiles, base, { model, revision, signal }),
  transformers: browserTransformersHost,
  endpoints,
  isBrowser: true,
});
const service: ModelWorkerService = {
  ...createModelHost(loadEngine),
  allowEndpoint: (baseUrl, key) => Promise.resolve(endpoints.allow(baseUrl, key)),
  async diagnoseEndpoint(question, key, onStep, signal) {
    const { diagnoseEndpoint } = await import('../src/models/endpoint/diagnose-endpoint.ts');
    return diagnoseEndpoint(question, key, signal, onStep);
  },
};

installTransferHandlers();
exposeService(service);
