/**
 * @file Everything that this site keeps in this browser: what it is, how large, and how to erase it. Other sites of the same origin,
 * such as other projects of one owner on GitHub Pages, keep theirs.
 */
import { nameInSite, siteFolder } from '../core/platform/site-scope.ts';
import { onceUnlocked } from '../core/platform/storage-lock.ts';

export interface KeptPart {
  readonly title: string;
  readonly files: number;
  readonly bytes: number;
}

const isOwn = (name: string): boolean => name.startsWith(nameInSite(''));

const TITLES: Readonly<Record<string, string>> = {
  runs: 'Runs',
  trainings: 'Trained policies',
  sessions: 'Sessions of simulated people',
  conversations: 'Conversations',
  judgements: 'Blind judgements',
  surrogates: 'Surrogates of raters',
  recordings: 'Recorded replies',
  datasets: 'Imported data sets',
  people: 'Your own ratings',
  builds: 'Databases and what was fitted',
  evaluations: 'Evaluations',
  notebooks: 'Notebooks',
  embeddings: 'Vectors of texts',
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

const openTop = async (): Promise<FileSystemDirectoryHandle> => navigator.storage.getDirectory();

async function keptFiles(): Promise<readonly KeptPart[]> {
  const top = await openTop().catch(() => null);
  const root = top === null ? null : await top.getDirectoryHandle(siteFolder()).catch(() => null);
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
  return (await caches.keys()).filter(isOwn);
}

async function keptCaches(): Promise<readonly KeptPart[]> {
  const site: Sum = { files: 0, bytes: 0 };
  const models: Sum = { files: 0, bytes: 0 };
  if (!('caches' in globalThis)) return [];
  for (const name of await ownCaches()) {
    const sum = name === nameInSite('site') ? site : models;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      sum.files += 1;
      sum.bytes += (await response?.blob())?.size ?? 0;
    }
  }
  return [
    { title: 'The page itself, for use without a network', ...site },
    { title: 'Models', ...models },
  ].filter(({ files }) => files > 0);
}

const ownSettings = (): readonly string[] => Object.keys(localStorage).filter(isOwn);

export async function keptHere(): Promise<readonly KeptPart[]> {
  const keys = ownSettings();
  const bytes = keys.reduce((sum, key) => sum + 2 * (key.length + (localStorage.getItem(key)?.length ?? 0)), 0);
  const settings = keys.length === 0 ? [] : [{ title: 'Settings of the page', files: keys.length, bytes }];
  const parts = [...(await keptFiles()), ...(await keptCaches()), ...settings];
  return parts.sort((one, other) => other.bytes - one.bytes);
}

const MARK = nameInSite('erase');

/** Loads the page again with nothing running, so that no worker holds a file; `isErasing` is true there. */
export function beginErasing(): void {
  localStorage.setItem(MARK, '1');
  location.reload();
}

/** True where the page was loaded in order to erase. The session's storage would not do: a page that is isolated has another one. */
export const isErasing = (): boolean => localStorage.getItem(MARK) !== null;

async function eraseFiles(): Promise<void> {
  const top = await openTop();
  await onceUnlocked(() => top.removeEntry(siteFolder(), { recursive: true })).catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException) || thrown.name !== 'NotFoundError') throw thrown;
  });
}

async function eraseCaches(): Promise<void> {
  for (const name of await ownCaches()) await caches.delete(name);
}

/** Erases everything, as far as this browser has a place for it. @returns what could not be erased, in words; empty where nothing is left */
export async function eraseEverything(): Promise<readonly string[]> {
  // First of all, since a mark that stays brings the person back here on every visit.
  localStorage.removeItem(MARK);
  const scope = new URL('./', document.baseURI).href;
  const left: string[] = [];
  const attempt = async (what: string, isThere: boolean, erase: () => Promise<unknown>): Promise<void> => {
    try {
      if (isThere) await erase();
    } catch {
      left.push(what);
    }
  };
  await attempt('the service worker', 'serviceWorker' in navigator, async () =>
    (await navigator.serviceWorker.getRegistration(scope))?.unregister(),
  );
  await attempt('files, which another tab has open', 'storage' in navigator, eraseFiles);
  await attempt('the page itself and models', 'caches' in globalThis, () => eraseCaches());
  for (const key of ownSettings()) localStorage.removeItem(key);
  return left;
}
