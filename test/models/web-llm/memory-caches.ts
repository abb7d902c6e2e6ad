/** @file The browser's Cache API in memory: whole bodies or nothing, as the real one. */
import type { FileHost } from '../../../src/models/web-llm/files/file-host.ts';

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

/** Locks of one page. */
export function memoryLocks(): NonNullable<FileHost['locks']> {
  const tails = new Map<string, Promise<unknown>>();
  const held = new Map<string, number>();
  const request = async (
    name: string,
    options: LockOptions,
    work: (lock: Lock | null) => Promise<unknown>,
  ): Promise<unknown> => {
    if (options.ifAvailable === true && (held.get(name) ?? 0) > 0) return work(null);
    held.set(name, (held.get(name) ?? 0) + 1);
    const run = (tails.get(name) ?? Promise.resolve()).then(async () => {
      try {
        options.signal?.throwIfAborted();
        return await work({ name, mode: 'exclusive' });
      } finally {
        held.set(name, (held.get(name) ?? 1) - 1);
      }
    });
    tails.set(
      name,
      run.catch(() => undefined),
    );
    const stopped = new Promise<never>((_, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
    });
    return Promise.race([run, stopped]);
  };
  return { request } as NonNullable<FileHost['locks']>;
}
