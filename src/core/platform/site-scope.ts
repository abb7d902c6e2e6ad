/**
 * @file One origin may have several sites, as `owner.github.io/lab/` and `owner.github.io/course/`, and all of them see the same
 * caches, settings, locks, channels and files of the browser. So each names its own by the path of its folder.
 */

/** Where code runs: its address, and whether it is a worker, which the build puts into a folder of its own. */
export interface Realm {
  readonly href: string;
  readonly isDedicatedWorker: boolean;
}

function ownRealm(): Realm {
  const { location } = globalThis as { location?: { readonly href: string } };
  // The terminal has no other sites beside it.
  const href = location?.href ?? 'file:///';
  return { href, isDedicatedWorker: 'DedicatedWorkerGlobalScope' in globalThis };
}

/** The path of the site's folder with its last slash: `/lab/`. The page and the service worker lie in it, the others one below. */
export function sitePath(realm: Realm = ownRealm()): string {
  return new URL(realm.isDedicatedWorker ? '../' : './', realm.href).pathname;
}

/**
 * The name by which only this site finds something in what all sites of the origin see: a cache, a setting, a lock, a channel,
 * a database. A path has no `#`, so no site's names begin as another one's: `espalier:/lab/#theme`.
 * @param part what it is, such as `theme`; empty for what all names of this site begin with
 */
export function nameInSite(part: string, path: string = sitePath()): string {
  return `espalier:${path}#${part}`;
}

/** The site's own folder at the top of the origin private file system, where a name can hold no slash. */
export function siteFolder(path: string = sitePath()): string {
  return `espalier${encodeURIComponent(path)}`;
}
