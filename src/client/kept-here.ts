/** @file Erasing everything that this site keeps in this browser. Other sites of the same origin, such as other projects of one owner on GitHub Pages, keep theirs. */
import { nameInSite, siteFolder } from '../core/platform/site-scope.ts';
import { onceUnlocked } from '../core/platform/waiting.ts';

const isOwn = (name: string): boolean => name.startsWith(nameInSite(''));

async function ownCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter(isOwn);
}

const ownSettings = (): readonly string[] => Object.keys(localStorage).filter(isOwn);

/** In bytes, with what other sites of the origin keep; 0 where the browser does not say. */
export async function bytesKept(): Promise<number> {
  const { storage = null } = navigator as { storage?: StorageManager };
  return (await storage?.estimate().catch(() => null))?.usage ?? 0;
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
  const top = await navigator.storage.getDirectory();
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
