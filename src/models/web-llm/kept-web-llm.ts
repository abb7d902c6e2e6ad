/** @file The files that WebLLM keeps in this browser, by the addresses that they came from. */
import { hostOf } from '../../core/network-asks.ts';
import type { ComponentSpec } from '../../core/run.ts';
import type { LoadProgress } from '../../rpc/remote-model.ts';
import type { KeptModel } from '../service/model-worker-service.ts';
import { parseWebLlmOptions, resolveWebLlmModel, WEB_LLM_ROWS, type WebLlmModel } from './catalogue.ts';
import { LabError } from '../../core/errors.ts';
import { fetchModelFile, noRoomFor, type Fetch } from '../network-access.ts';

export const SETTINGS = 'mlc-chat-config.json';
export const SHARD_LIST = 'tensor-cache.json';

type Caches = Pick<CacheStorage, 'open'>;

/** A file that is kept; null where it is not here, or is not JSON. */
export async function keptJson(caches: Caches, shelf: string, url: string): Promise<unknown> {
  const found = await (await caches.open(shelf)).match(url);
  return found === undefined ? null : found.json().catch(() => null);
}

function shardsIn(list: unknown): readonly { readonly file: string; readonly size: number }[] {
  const { records } = (list ?? {}) as { readonly records?: unknown };
  if (!Array.isArray(records)) return [];
  return (records as readonly { readonly dataPath?: unknown; readonly nbytes?: unknown }[]).map(
    ({ dataPath, nbytes }) => ({ file: String(dataPath), size: Number(nbytes) }),
  );
}

const keysOf = async (caches: Caches, shelf: string): Promise<readonly string[]> =>
  (await (await caches.open(shelf)).keys()).map(({ url }) => url);

/** All that is kept. @param described models of which the person gave the addresses, as specs name them */
export async function keptWebLlm(caches: Caches, described: readonly ComponentSpec[]): Promise<readonly KeptModel[]> {
  const settings = (await keysOf(caches, 'webllm/config')).filter((url) => url.endsWith(`/${SETTINGS}`));
  const files = new Set(await keysOf(caches, 'webllm/model'));
  const libraries = new Set(await keysOf(caches, 'webllm/wasm'));
  const known = knownModels(described);
  const kept: KeptModel[] = [];
  for (const url of settings) {
    const base = url.slice(0, -SETTINGS.length);
    const shards = shardsIn(await keptJson(caches, 'webllm/model', base + SHARD_LIST));
    const here = shards.filter(({ file }) => files.has(new URL(file, base).href));
    const found = known.find(({ model }) => model.baseUrl === base);
    const isLibraryHere = found === undefined || libraries.has(found.model.libraryKey);
    kept.push({
      key: `webllm ${base}`,
      // Where nobody described it, a notebook named its address.
      ...(found?.spec ?? { name: `web-llm/${nameIn(base)}`, options: null }),
      kind: 'language',
      bytes: here.reduce((sum, { size }) => sum + size, 0),
      isWhole: shards.length > 0 && here.length === shards.length && isLibraryHere,
      source: hostOf({ origin: new URL(base).origin }),
    });
  }
  return kept;
}

interface Known {
  readonly spec: ComponentSpec;
  readonly model: WebLlmModel;
}

function knownModels(described: readonly ComponentSpec[]): readonly Known[] {
  const own = described.flatMap((spec): Known[] => {
    try {
      const { name, options } = spec;
      const id = name.slice('web-llm/'.length);
      return [{ spec, model: resolveWebLlmModel(id, parseWebLlmOptions(id, options)) }];
    } catch {
      return [];
    }
  });
  const rows = WEB_LLM_ROWS.map(({ id }): Known => {
    return { spec: { name: `web-llm/${id}`, options: {} }, model: resolveWebLlmModel(id, {}) };
  });
  return [...own, ...rows];
}

const nameIn = (base: string): string =>
  new URL(base).pathname
    .replace(/\/resolve\/.*$/, '')
    .split('/')
    .at(-1) ?? base;

/** Removes a model's files, and every library that no other kept model uses. */
export async function removeWebLlm(caches: Caches, base: string): Promise<void> {
  for (const shelf of ['webllm/model', 'webllm/config']) {
    const cache = await caches.open(shelf);
    for (const url of await keysOf(caches, shelf)) if (url.startsWith(base)) await cache.delete(url);
  }
  const bases = await keysOf(caches, 'webllm/config');
  const used = new Set(
    knownModels([])
      .filter(({ model }) => bases.some((url) => url.startsWith(model.baseUrl)))
      .map(({ model }) => model.libraryKey),
  );
  const cache = await caches.open('webllm/wasm');
  for (const url of await keysOf(caches, 'webllm/wasm')) if (!used.has(url)) await cache.delete(url);
}

/** What the library keeps files in, and through which alone it fetches them: each request passes the network switch. */
export function fetchingCaches(
  model: WebLlmModel,
  caches: Caches,
  fetch: Fetch,
  onProgress: (progress: LoadProgress) => void,
): Caches {
  let bytes = 0;
  let totalBytes = 0;
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
    const response = await fetchModelFile(isLibrary ? model.libraryUrl : url, {
      fetch,
      file,
      signal,
      onBytes,
      onFailure,
    });
    if (response.status === 404) {
      const message = `${new URL(url).host} has no ${file} for ${model.id}. Check the address, or choose another source.`;
      throw new LabError('model-missing', message, { file });
    }
    await cache.put(url, response).catch((thrown: unknown) => {
      const isFull = thrown instanceof DOMException && thrown.name === 'QuotaExceededError';
      throw failure ?? (isFull ? noRoomFor(file, model.id) : thrown);
    });
    if (file !== SHARD_LIST) return;
    bytes = 0;
    totalBytes = shardsIn(await (await cache.match(url))?.json()).reduce((sum, { size }) => sum + size, 0);
  };
  const urlOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
  return {
    async open(name) {
      const cache = await caches.open(name);
      const view: Pick<Cache, 'match' | 'put' | 'add' | 'keys' | 'delete'> = {
        match: async (request) => cache.match(urlOf(request)),
        put: async (request, response) => cache.put(urlOf(request), response),
        add: async (request) => add(cache, request instanceof Request ? request : new Request(request)),
        keys: () => cache.keys(),
        delete: async (request) => cache.delete(urlOf(request)),
      };
      return view as Cache;
    },
  };
}
