/** @file A model worker: one engine, held for the lab and the page. */
import { createEngineLoader } from '../src/models/load-engine.ts';
import { createModelHost } from '../src/models/model-host.ts';
import { hubNameOf } from '../src/models/transformers/catalogue.ts';
import { browserPlace } from '../src/models/transformers/place.ts';
import { createNetworkAccess } from '../src/models/network-access.ts';
import type { ModelWorkerService } from '../src/models/service/model-worker-service.ts';
import { exposeService } from '../src/rpc/expose-service.ts';
import { browserTransformersHost } from './transformers-host.ts';

const base = new URL('..', self.location.href).href;
const access = createNetworkAccess(self.location.origin);
const loaderFrom = (source: string | null) =>
  createEngineLoader({
    place: (model, revision) => {
      const from = source === null ? null : { source, hubName: hubNameOf(model) };
      return browserPlace({ model, revision, base, access, from });
    },
    transformers: browserTransformersHost,
    access,
    isBrowser: true,
  });
const service: ModelWorkerService = {
  ...createModelHost(loaderFrom(null)),
  setAgreements: (agreed) => Promise.resolve(access.setAgreements(agreed)),
  giveKey: (baseUrl, key) => Promise.resolve(access.giveKey(baseUrl, key)),
  async get(spec, source, onProgress, signal) {
    const { getModel } = await import('../src/models/model-list.ts');
    return getModel(spec, loaderFrom(source), { onProgress, signal });
  },
  async list(described) {
    const { listModels } = await import('../src/models/model-list.ts');
    return listModels(described);
  },
  async remove(key) {
    const { removeModels } = await import('../src/models/model-list.ts');
    return removeModels(key);
  },
  async testEndpoint(question, key, signal) {
    const { testEndpoint } = await import('../src/models/endpoint/load-endpoint-engine.ts');
    return testEndpoint(question, key, signal);
  },
};
exposeService(service);
