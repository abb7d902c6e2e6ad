/**
 * @file Caches of this site alone. Before they had names of their own, models of WebLLM lay in the caches that every page with
 * WebLLM shares; those that the lab noted as its own move, for the site that adopted what was there.
 */
import { hasAdopted } from '../earlier-names.ts';
import { nameInSite } from './site-scope.ts';

const SHELVES = ['webllm/model', 'webllm/wasm', 'webllm/config'];
const NOTES = 'webllm/config';
const NOTE = 'espalier-model.json';

interface Kept {
  readonly shelf: string;
  readonly url: string;
}

/** Files of models under the names that are shared. Notes come last, so that what is broken off can go on. */
async function sharedFiles(caches: CacheStorage): Promise<readonly Kept[]> {
  if (!(await caches.has(NOTES))) return [];
  const notes = await caches.open(NOTES);
  const own: Kept[] = [];
  const places: string[] = [];
  const libraries = new Set<string>();
  for (const { url } of await notes.keys()) {
    if (!url.endsWith(`/${NOTE}`)) continue;
    const note = (await (await notes.match(url))?.json()) as { readonly libraryKey?: string } | undefined;
    own.push({ shelf: NOTES, url });
    places.push(url.slice(0, -NOTE.length));
    libraries.add(note?.libraryKey ?? '');
  }
  const isOwn = (url: string): boolean => libraries.has(url) || places.some((place) => url.startsWith(place));
  const files: Kept[] = [];
  for (const shelf of SHELVES) {
    const urls = (await (await caches.open(shelf)).keys()).map(({ url }) => url);
    for (const one of urls.filter((url) => isOwn(url) && !url.endsWith(NOTE)).map((url) => ({ shelf, url })))
      files.push(one);
  }
  return [...files, ...own];
}

/** Goes through the lab's models under shared names, takes each file away from there, and leaves no empty cache. */
async function clearShared(caches: CacheStorage, each: (file: Kept, from: Cache) => Promise<void>): Promise<void> {
  const files = await sharedFiles(caches);
  for (const file of files) {
    const from = await caches.open(file.shelf);
    await each(file, from);
    await from.delete(file.url);
  }
  if (files.length === 0) return;
  for (const shelf of SHELVES) if ((await (await caches.open(shelf)).keys()).length === 0) await caches.delete(shelf);
}

/** Removes the lab's models that lie under shared names. */
export function removeSharedModels(caches: CacheStorage): Promise<void> {
  return clearShared(caches, () => Promise.resolve());
}

/** Moves the lab's models from shared names to the site's, as far as the disk has room for the next file. */
export function moveSharedModels(caches: CacheStorage, path?: string): Promise<void> {
  return clearShared(caches, async ({ shelf, url }, from) => {
    const file = await from.match(url);
    if (file !== undefined) await (await caches.open(nameInSite(shelf, path))).put(url, file);
  });
}

// In a model's worker `siteCaches` stands in for it.
const shared = globalThis.caches;
let moved: Promise<void> | null = null;

async function move(): Promise<void> {
  if (!(await hasAdopted(await navigator.storage.getDirectory()))) return;
  await navigator.locks.request(nameInSite('shared-models'), () => moveSharedModels(shared));
}

/** Moves what is still under shared names, once. What cannot be moved now is left where it is. */
export function settleModels(): Promise<void> {
  moved ??= move().catch(() => undefined);
  return moved;
}

/** The browser's caches, for names of which no other site knows. */
export const siteCaches: Pick<CacheStorage, 'open'> = {
  async open(name) {
    await settleModels();
    return shared.open(nameInSite(name));
  },
};
