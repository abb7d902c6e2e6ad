/**
 * @file Before sites had names of their own: what is there from then is adopted before anything of the page looks for it.
 */
import { adoptEarlier } from '../core/earlier-names.ts';
import { sitePath } from '../core/platform/site-scope.ts';
import { SERVICE_WORKER } from './site-keeper.ts';

/** The sites of this origin that are kept for use without a network, by path. */
async function keptSites(): Promise<readonly string[]> {
  if (!('serviceWorker' in navigator)) return [];
  const registrations = await navigator.serviceWorker.getRegistrations();
  return registrations
    .filter(({ active, waiting }) => (active ?? waiting)?.scriptURL.endsWith(`/${SERVICE_WORKER}`) === true)
    .map(({ scope }) => new URL(scope).pathname);
}

/** Adopts what this site kept under the names of before, once. A browser that gives no storage has nothing to adopt. */
export async function adoptKept(): Promise<void> {
  try {
    const [top, sites] = await Promise.all([navigator.storage.getDirectory(), keptSites()]);
    // Two sites may be opened at one moment, so this lock is the origin's.
    await navigator.locks.request('espalier', () =>
      adoptEarlier({ top, settings: localStorage, sites, path: sitePath() }),
    );
  } catch {
    return;
  }
}
