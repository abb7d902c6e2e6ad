/**
 * @file The transformers.js models of this browser.
 */
import { downloadModel, testSource, type DownloadRequest } from '../store/download.ts';
import { importModel } from '../store/import.ts';
import {
  listModels,
  removeModel,
  removeModels,
  verifyModel,
  type KeptModel,
  type ModelStoreHost,
} from '../store/model-store.ts';
import type { DownloadOptions, StoredModel } from '../service/model-library.ts';
import type { Shelf } from './create-model-library.ts';
import { hubNameOf, kindOf, transformersCatalogue } from './transformers-catalogue.ts';

const PREFIX = 'transformers/';
const NEVER = new AbortController().signal;

const modelOf = (name: string): string => name.slice(PREFIX.length);

const requestOf = (name: string, options: DownloadOptions): DownloadRequest => ({
  model: modelOf(name),
  hubName: hubNameOf(modelOf(name)),
  ...options,
});

const asStored = ({ manifest, bytes, totalBytes, complete }: KeptModel): StoredModel => ({
  name: `${PREFIX}${manifest.model}`,
  kind: kindOf(manifest.model),
  bytes,
  totalBytes,
  complete,
  source: manifest.source,
  addresses: {},
  revision: manifest.revision,
  dtype: manifest.dtype,
});

/** @param openHost where the files are kept, opened when it is first needed */
export function transformersShelf(openHost: () => Promise<ModelStoreHost>): Shelf {
  /** Every revision of a model that is here, from one source or from any. */
  const revisionsOf = async (host: ModelStoreHost, name: string, source?: string): Promise<readonly string[]> =>
    (await listModels(host.files))
      .filter(({ manifest }) => manifest.model === modelOf(name))
      .filter(({ manifest }) => source === undefined || manifest.source === source)
      .map(({ manifest }) => manifest.revision);
  return {
    catalogue: () => Promise.resolve(transformersCatalogue()),
    stored: async () => (await listModels((await openHost()).files)).map(asStored),
    testSource: async (name, options, signal) => testSource(await openHost(), requestOf(name, options), signal),
    download: async (name, options, { onProgress, signal }) =>
      downloadModel(await openHost(), requestOf(name, options), onProgress, signal),
    importFiles: async (name, files, { onProgress, signal }) =>
      importModel(await openHost(), modelOf(name), files, onProgress, signal),
    async verify(name, { onProgress, signal }, source) {
      const host = await openHost();
      for (const revision of await revisionsOf(host, name, source))
        await verifyModel(host, modelOf(name), revision, onProgress, signal);
      return 'All files have the lengths and hashes that they came with.';
    },
    async remove(name, source) {
      const host = await openHost();
      for (const revision of await revisionsOf(host, name, source))
        await removeModel(host, modelOf(name), revision, NEVER);
    },
    removeAll: async () => removeModels(await openHost()),
  };
}
