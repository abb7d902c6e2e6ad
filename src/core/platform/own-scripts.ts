/**
 * @file Where the policy demands Trusted Types, no text is taken for the address of a worker unless a policy lets it pass. This one lets
 * the site's own scripts pass. It has to be the default one: bundlers find workers by `new Worker(new URL(…))` as it stands.
 */
import { sitePath } from './site-scope.ts';

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
