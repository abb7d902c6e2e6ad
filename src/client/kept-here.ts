/**
 * @file Everything that Espalier keeps in this browser: what it is, how large, and how to erase it. Other pages of the same origin,
 * such as other projects of one owner on GitHub Pages, keep theirs.
 */
import { onceUnlocked } from '../core/storage-lock.ts';

/** A part of what is kept. */
export interface KeptPart {
  /** `Runs`. */
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
}

const FOLDER = 'espalier';
const OWN_CACHE = /^(espalier|webllm\/|transformers-cache)/;
const OWN_DATABASE = /^(espalier|webllm)/;
const OWN_SETTING = /^espalier\b/;

const TITLES: Readonly<Record<string, string>> = {
  runs: 'Runs',
  trainings: 'Trained policies',
  recordings: 'Recorded replies',
  datasets: 'Imported data sets',
  builds: 'Databases and what was fitted',
  evaluations: 'Evaluations',
  notebooks: 'Notebooks',
  models: 'Models (transformers.js)',
  embeddings: 'Vectors of texts',
  'benchmarks.json': 'Measurements of this machine',
};

interface Sum {
  files: number;
  bytes: number;
}

async function addFolder(folder: FileSystemDirectoryHandle, sum: Sum): Promise<void> {
  for await (const handle of folder.values()) {
    if (handle.kind === 'directory') await addFolder(handle, sum);
    else await addFile(handle, sum);
  }
}

async function addFile(handle: FileSystemFileHandle, sum: Sum): Promise<void> {
  sum.files += 1;
  // A file that is being written to cannot be measured.
  sum.bytes += await handle.getFile().then(
    ({ size }) => size,
    () => 0,
  );
}

async function keptFiles(): Promise<readonly KeptPart[]> {
  const top = await navigator.storage.getDirectory();
  const root = await top.getDirectoryHandle(FOLDER).catch(() => null);
  if (root === null) return [];
  const parts: KeptPart[] = [];
  for await (const [name, handle] of root.entries()) {
    const sum: Sum = { files: 0, bytes: 0 };
    if (handle.kind === 'directory') await addFolder(handle, sum);
    else await addFile(handle, sum);
    if (sum.files > 0) parts.push({ title: TITLES[name] ?? name, ...sum });
  }
  return parts;
}

async function ownCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => OWN_CACHE.test(name));
}

async function keptCaches(): Promise<readonly KeptPart[]> {
  const site: Sum = { files: 0, bytes: 0 };
  const models: Sum = { files: 0, bytes: 0 };
  for (const name of await ownCaches()) {
    const sum = name.startsWith('espalier') ? site : models;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      sum.files += 1;
      sum.bytes += (await response?.blob())?.size ?? 0;
    }
  }
  return [
    { title: 'The page itself, for use without a network', ...site },
    { title: 'Models (WebLLM)', ...models },
  ].filter(({ files }) => files > 0);
}

const ownSettings = (): readonly string[] => Object.keys(localStorage).filter((key) => OWN_SETTING.test(key));

/** All that is kept, largest first. */
export async function keptHere(): Promise<readonly KeptPart[]> {
  const keys = ownSettings();
  const bytes = keys.reduce((sum, key) => sum + 2 * (key.length + (localStorage.getItem(key)?.length ?? 0)), 0);
  const settings = keys.length === 0 ? [] : [{ title: 'Settings of the page', files: keys.length, bytes }];
  const parts = [...(await keptFiles()), ...(await keptCaches()), ...settings];
  return parts.sort((one, other) => other.bytes - one.bytes);
}

const MARK = 'espalier.erase';

/** Loads the page again with nothing running, so that no worker holds a file; `isErasing` is true there. */
export function beginErasing(): void {
  localStorage.setItem(MARK, '1');
  location.reload();
}

/**
 * True where the page was loaded in order to erase. The mark is a setting and goes with the others, so an erasing that was
 * broken off goes on; the session's storage would not do, since a page that is isolated has another one.
 */
export const isErasing = (): boolean => localStorage.getItem(MARK) !== null;

const deleted = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(new Error(name));
    request.onblocked = () => reject(new Error(name));
  });

async function eraseFiles(): Promise<void> {
  const top = await navigator.storage.getDirectory();
  await onceUnlocked(() => top.removeEntry(FOLDER, { recursive: true })).catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException) || thrown.name !== 'NotFoundError') throw thrown;
  });
}

/** Erases everything. @returns what could not be erased, in words; empty where nothing is left */
export async function eraseEverything(): Promise<readonly string[]> {
  const left: string[] = [];
  const attempt = async (what: string, erase: () => Promise<unknown>): Promise<void> => {
    await erase().catch(() => left.push(what));
  };
  const scope = new URL('./', document.baseURI).href;
  await attempt('the service worker', async () => (await navigator.serviceWorker.getRegistration(scope))?.unregister());
  await attempt('files, which another tab has open', eraseFiles);
  for (const name of await ownCaches()) await attempt(name, () => caches.delete(name));
  for (const { name = '' } of await indexedDB.databases())
    if (OWN_DATABASE.test(name)) await attempt(name, () => deleted(name));
  for (const key of ownSettings()) localStorage.removeItem(key);
  return left;
}
