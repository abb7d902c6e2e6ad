/** @file A model worker: one engine, held for the lab and the page. */
import { openTabFiles } from '../src/lab/files/open-tab-files.ts';
import { findModelFiles } from '../src/models/find-files.ts';
import { createEngineLoader } from '../src/models/load-engine.ts';
import { createModelHost } from '../src/models/model-host.ts';
import { createNetworkAccess } from '../src/models/network-access.ts';
import type { ModelWorkerService } from '../src/models/service/model-worker-service.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { installTransferHandlers } from '../src/rpc/transfer-handlers.ts';
import { browserTransformersHost } from './transformers-host.ts';

const base = new URL('..', self.location.href).href;
const access = createNetworkAccess(self.location.origin);
const loadEngine = createEngineLoader({
  files: (model, revision, signal) => findModelFiles(openTabFiles, base, { model, revision, signal }),
  transformers: browserTransformersHost,
  access,
  isBrowser: true,
});
const service: ModelWorkerService = {
  ...createModelHost(loadEngine),
  setAgreements: (agreed) => Promise.resolve(access.setAgreements(agreed)),
  giveKey: (baseUrl, key) => Promise.resolve(access.giveKey(baseUrl, key)),
  async testEndpoint(question, key, signal) {
    const { testEndpoint } = await import('../src/models/endpoint/test-endpoint.ts');
    return testEndpoint(question, key, signal);
  },
};

installTransferHandlers();
exposeService(service);
