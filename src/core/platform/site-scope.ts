/** @file Names of caches, settings, locks, channels and files: one origin may have several sites, which all see the same ones. */

/** True in a tab or a worker, whose requests the browser and the asked host have a say in; false in Node. */
export const isPage = 'location' in globalThis;

export interface Realm {
  readonly href: string;
  readonly isDedicatedWorker: boolean;
}

function ownRealm(): Realm {
  const { location } = globalThis as { location?: { readonly href: string } };
  return { href: location?.href ?? 'file:///', isDedicatedWorker: 'DedicatedWorkerGlobalScope' in globalThis };
}

/** The path of the site's folder with its last slash: `/lab/`. The page and the service worker lie in it, the others one below. */
export function sitePath(realm: Realm = ownRealm()): string {
  return new URL(realm.isDedicatedWorker ? '../' : './', realm.href).pathname;
}

/** No path holds a `#`, so no other site has the name. @param part empty for what all names begin with */
export function nameInSite(part: string, path: string = sitePath()): string {
  return `espalier:${path}#${part}`;
}

export function siteFolder(path: string = sitePath()): string {
  return `espalier${encodeURIComponent(path)}`;
}

// Trusted Types take no text for a worker's address unless a policy passes it. Bundlers need the default policy.

interface TrustedTypes {
  createPolicy(name: string, rules: { readonly createScriptURL: (address: string) => string | null }): unknown;
}

/** True for a script that the build wrote. @param site the address of the site's folder */
export function isOwnScript(address: string, site: string): boolean {
  const url = URL.canParse(address, site) ? new URL(address, site) : null;
  if (url === null || !url.href.startsWith(site)) return false;
  return /^(assets\/[^/]+\.m?js|service-worker\.js)$/.test(url.href.slice(site.length).replace(/[?#].*$/, ''));
}

/** Lets workers be started from the site's own scripts and from nothing else. To be called once, before the first one. */
export function allowOwnScripts(): void {
  const { trustedTypes, location } = globalThis as {
    trustedTypes?: TrustedTypes;
    location?: { readonly href: string };
  };
  if (trustedTypes === undefined || location === undefined) return;
  const site = new URL(sitePath(), location.href).href;
  trustedTypes.createPolicy('default', { createScriptURL: (address) => (isOwnScript(address, site) ? address : null) });
}

const shared = globalThis.caches;

/** The browser's caches, for names of which no other site knows. */
export const siteCaches: Pick<CacheStorage, 'open'> = { open: (name) => shared.open(nameInSite(name)) };
