/** @file The caches as WebLLM sees them: the site's own, filled through the network switch, with errors that name the file. */
import { LabError } from '../../core/errors.ts';
import { fetchModelFile, noRoomFor } from '../fetch-file.ts';
import type { Fetch } from '../network-access.ts';
import { SETTINGS, SHARD_LIST, shardsIn } from './kept-web-llm.ts';
import type { WebLlmModel } from './web-llm-model.ts';

/** What filling them takes. */
export interface Filling {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: Fetch;
  readonly onProgress: (progress: {
    readonly phase: string;
    readonly bytes: number;
    readonly totalBytes: number;
  }) => void;
  /** Called with the model's settings before anything else is asked for. @throws LabError where they say that it cannot run here */
  readonly check: (settings: unknown) => void;
}

/** The same list of shards in folders made before 2025. */
const OLD_SHARD_LIST = 'ndarray-cache.json';

/** The caches for the load of one model. */
export function fetchingCaches(model: WebLlmModel, filling: Filling): Pick<CacheStorage, 'open'> {
  const { caches, fetch, onProgress, check } = filling;
  let bytes = 0;
  let totalBytes = 0;

  /** The addresses at which a file is looked for, in this order. */
  const addressesOf = (url: string): readonly string[] => {
    if (url === model.libraryKey) return [model.libraryUrl];
    const file = url.slice(model.baseUrl.length);
    const names = file === SHARD_LIST ? [SHARD_LIST, OLD_SHARD_LIST] : [file];
    return names.flatMap((name) => model.folders.map((folder) => new URL(name, folder).href));
  };

  const note = async (cache: Cache, file: string, url: string): Promise<void> => {
    if (file !== SETTINGS && file !== SHARD_LIST) return;
    const read: unknown = await (await cache.match(url))?.json().catch(() => null);
    if (typeof read !== 'object' || read === null) {
      await cache.delete(url);
      throw new LabError('model-damaged', `${file} of ${model.id} at ${new URL(url).host} is not JSON.`, { file });
    }
    if (file === SETTINGS) check(read);
    else totalBytes = shardsIn(read).reduce((sum, { size }) => sum + size, 0);
  };

  const add = async (cache: Cache, { url, signal }: Request): Promise<void> => {
    const isLibrary = url === model.libraryKey;
    const file = isLibrary ? (url.split('/').at(-1) ?? url) : url.slice(model.baseUrl.length);
    // The list of shards comes from anywhere, and what it names would be kept as a file of another model.
    if (!isLibrary && !url.startsWith(model.baseUrl))
      throw new LabError('model-damaged', `${SHARD_LIST} of ${model.id} names ${url}, which is not in its folder.`, {
        url,
      });
    const onBytes = (more: number): void => {
      bytes += more;
      onProgress({ phase: `Fetching ${file} of ${model.id}`, bytes, totalBytes: totalBytes < bytes ? 0 : totalBytes });
    };
    let failure: LabError | null = null;
    const onFailure = (told: LabError): void => void (failure = told);
    for (const address of addressesOf(url)) {
      const response = await fetchModelFile(address, { fetch, file, signal, onBytes, onFailure });
      if (response.status === 404) continue;
      await cache.put(url, response).catch((thrown: unknown) => {
        const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError';
        throw failure ?? (isFull ? noRoomFor(file, model.id) : thrown);
      });
      if (file === SHARD_LIST) bytes = 0;
      return note(cache, file, url);
    }
    const message = `${new URL(url).host} has no ${file} for ${model.id}. Check the address, or choose another source.`;
    throw new LabError('model-missing', message, { file });
  };

  const open = async (name: string): Promise<Cache> => {
    const cache = await caches.open(name);
    const view: Pick<Cache, 'match' | 'put' | 'add' | 'keys' | 'delete'> = {
      match: async (request) => cache.match(urlOf(request)),
      put: async (request, response) => cache.put(urlOf(request), response),
      add: async (request) => add(cache, request instanceof Request ? request : new Request(request)),
      keys: () => cache.keys(),
      delete: async (request) => cache.delete(urlOf(request)),
    };
    return view as Cache;
  };
  return { open };
}

const urlOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
