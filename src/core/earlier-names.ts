/**
 * @file What was kept before sites had names of their own: under names that all sites of an origin shared. The site that made it
 * adopts it once: files stay in their folder, which is marked, and settings take the site's names.
 */
import { nameInSite, siteFolder, sitePath } from './platform/site-scope.ts';

const FOLDER = 'espalier';
/** The cache of the files of all sites. */
export const EARLIER_SITE_CACHE = 'espalier-site';
/** Sites may lie in one another, so that their addresses alone do not tell whose a file is. */
const SITE_FILE = /^(index\.html\?|manifest\.webmanifest\?|(assets|datasets|icons|notebooks)\/)/;
const SETTINGS = ['theme', 'custom-models'] as const;
const EARLIER_SETTINGS: Readonly<Record<(typeof SETTINGS)[number], string>> = {
  theme: 'espalier.theme',
  'custom-models': 'espalier-custom-models',
};
const markOf = (path: string): string => `adopted-by${encodeURIComponent(path)}`;

const found = (asked: Promise<FileSystemDirectoryHandle>): Promise<FileSystemDirectoryHandle | null> =>
  asked.catch(() => null);

/** True where this site adopted what was there before. @param top of the origin private file system */
export async function hasAdopted(top: FileSystemDirectoryHandle, path: string = sitePath()): Promise<boolean> {
  const earlier = await found(top.getDirectoryHandle(FOLDER));
  return earlier !== null && (await found(earlier.getDirectoryHandle(markOf(path)))) !== null;
}

/** The folder in which this site keeps its files: its own, or the one it adopted. @param top as above */
export async function keptFolder(top: FileSystemDirectoryHandle, path: string = sitePath()): Promise<string> {
  return (await hasAdopted(top, path)) ? FOLDER : siteFolder(path);
}

/** `localStorage`. */
export interface Settings {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What the browser knows of who made what is there. */
export interface Makers {
  readonly top: FileSystemDirectoryHandle;
  readonly settings: Settings;
  /** Paths of the sites of this origin that had been kept for use without a network when the page was opened. */
  readonly sites: readonly string[];
  readonly path: string;
}

/**
 * Adopts files and settings, where this site was here before or no other one is known to be, and none has adopted them.
 * What is begun anew is never mixed with it: a site that has a folder of its own adopts nothing.
 */
export async function adoptEarlier({ top, settings, sites, path }: Makers): Promise<void> {
  const earlier = await found(top.getDirectoryHandle(FOLDER));
  if (earlier !== null && sites.length > 0 && !sites.includes(path)) {
    // Begun anew, and at its next load it will be among the sites itself.
    await top.getDirectoryHandle(siteFolder(path), { create: true });
    return;
  }
  if (earlier === null || (await found(top.getDirectoryHandle(siteFolder(path)))) !== null) return;
  for await (const name of earlier.keys()) if (name.startsWith(markOf(''))) return;
  for (const setting of SETTINGS) {
    const value = settings.getItem(EARLIER_SETTINGS[setting]);
    if (value === null) continue;
    settings.setItem(nameInSite(setting, path), value);
    settings.removeItem(EARLIER_SETTINGS[setting]);
  }
  await earlier.getDirectoryHandle(markOf(path), { create: true });
}

/** Removes the files of one site from the cache of all, and the cache with the last of them. @param scope the site's address */
export async function removeEarlierSite(
  caches: Pick<CacheStorage, 'has' | 'open' | 'delete'>,
  scope: string,
): Promise<void> {
  if (!(await caches.has(EARLIER_SITE_CACHE))) return;
  const cache = await caches.open(EARLIER_SITE_CACHE);
  const urls = (await cache.keys()).map(({ url }) => url);
  const own = urls.filter((url) => url.startsWith(scope) && SITE_FILE.test(url.slice(scope.length)));
  for (const url of own) await cache.delete(url);
  if (own.length === urls.length) await caches.delete(EARLIER_SITE_CACHE);
}
