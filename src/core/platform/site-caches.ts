/** @file Caches of this site alone. */
import { nameInSite } from './site-scope.ts';

// In a model's worker `siteCaches` stands in for it.
const shared = globalThis.caches;

/** The browser's caches, for names of which no other site knows. */
export const siteCaches: Pick<CacheStorage, 'open'> = { open: (name) => shared.open(nameInSite(name)) };
