/**
 * @file What the browser gives to those who fetch and keep a model's files, so that tests can stand in for it.
 */
import { siteCaches } from '../../../core/platform/site-caches.ts';

/** Where files come from and where they are kept. */
export interface FileHost {
  readonly caches: Pick<CacheStorage, 'open'>;
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  /** Bytes that may be kept and bytes that are. */
  estimate(): Promise<StorageEstimate>;
  /** Null where the browser has none; then two tabs may download the same file twice. */
  readonly locks: Pick<LockManager, 'request'> | null;
  /** How long a server may send nothing, in milliseconds. */
  readonly patience: number;
}

const PATIENCE = 60_000;

/** The browser's own. */
export function browserFileHost(): FileHost {
  return {
    caches: siteCaches,
    fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' }),
    estimate: () => navigator.storage.estimate(),
    locks: navigator.locks ?? null,
    patience: PATIENCE,
  };
}
