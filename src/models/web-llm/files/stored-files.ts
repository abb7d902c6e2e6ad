/**
 * @file The three caches in which WebLLM looks for a model's files before it asks the network. What lies there under the
 * right address is all it needs.
 */
import type { FileHost } from './file-host.ts';

/** WebLLM's caches: shards and tokenizer, settings, compiled libraries. */
export type Shelf = 'webllm/model' | 'webllm/config' | 'webllm/wasm';

/** All of them. */
export const SHELVES: readonly Shelf[] = ['webllm/model', 'webllm/config', 'webllm/wasm'];

/** Files by their addresses. */
export interface StoredFiles {
  /** The size of a file that is here, in bytes, NaN where it was stored without one; null where it is not here. */
  size(shelf: Shelf, key: string): Promise<number | null>;
  read(shelf: Shelf, key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Keeps a file whole or not at all. @param size in bytes */
  write(shelf: Shelf, key: string, body: BodyInit, size: number): Promise<void>;
  remove(shelf: Shelf, key: string): Promise<void>;
  /** All addresses on a shelf. */
  keys(shelf: Shelf): Promise<readonly string[]>;
}

/** The files that the browser keeps for WebLLM. */
export function storedFiles({ caches }: Pick<FileHost, 'caches'>): StoredFiles {
  const find = async (shelf: Shelf, key: string) => (await caches.open(shelf)).match(key);
  return {
    async size(shelf, key) {
      const found = await find(shelf, key);
      if (found === undefined) return null;
      const length = found.headers.get('content-length');
      return length === null || found.headers.has('content-encoding') ? Number.NaN : Number(length);
    },
    async read(shelf, key) {
      const found = await find(shelf, key);
      return found === undefined ? null : new Uint8Array(await found.arrayBuffer());
    },
    async write(shelf, key, body, size) {
      const headers = { 'content-type': 'application/octet-stream', 'content-length': String(size) };
      await (await caches.open(shelf)).put(key, new Response(body, { headers }));
    },
    async remove(shelf, key) {
      await (await caches.open(shelf)).delete(key);
    },
    async keys(shelf) {
      return (await (await caches.open(shelf)).keys()).map(({ url }) => url);
    },
  };
}
