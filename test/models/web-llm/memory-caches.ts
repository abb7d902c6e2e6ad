/** @file The browser's Cache API in memory: whole bodies or nothing, as the real one. */
interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/** What a test may look at. */
export interface MemoryCaches {
  readonly caches: CacheStorage;
  /** All addresses, as `webllm/model http://…`. */
  keys(): string[];
  bytes(): number;
}

/** @param room in bytes; a file that does not fit is refused as the browser does it */
export function memoryCaches(room = Number.POSITIVE_INFINITY): MemoryCaches {
  const shelves = new Map<string, Map<string, Kept>>();
  const used = (): number =>
    [...shelves.values()].flatMap((shelf) => [...shelf.values()]).reduce((sum, { bytes }) => sum + bytes.length, 0);
  const open = async (name: string): Promise<Cache> => {
    const shelf = shelves.get(name) ?? new Map<string, Kept>();
    shelves.set(name, shelf);
    const cache = {
      async match(key: string, { ignoreSearch = false }: CacheQueryOptions = {}) {
        const isAsked = (url: string): boolean => (ignoreSearch ? url.replace(/\?.*$/, '') === key : url === key);
        const kept = shelf.get([...shelf.keys()].find(isAsked) ?? '');
        return kept === undefined ? undefined : new Response(kept.bytes, { headers: kept.headers });
      },
      async put(key: string, response: Response) {
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (used() + bytes.length > room) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
        shelf.set(key, { bytes, headers: response.headers });
      },
      delete: async (key: string) => shelf.delete(key),
      keys: async () => [...shelf.keys()].map((url) => ({ url })),
    };
    return cache as unknown as Cache;
  };
  return {
    caches: {
      open,
      has: async (name) => shelves.has(name),
      delete: async (name) => shelves.delete(name),
      keys: async () => [...shelves.keys()],
      match: async (key, { cacheName = '', ...options } = {}) =>
        shelves.has(cacheName) ? (await open(cacheName)).match(key, options) : undefined,
    },
    keys: () => [...shelves].flatMap(([name, shelf]) => [...shelf.keys()].map((key) => `${name} ${key}`)),
    bytes: used,
  };
}
