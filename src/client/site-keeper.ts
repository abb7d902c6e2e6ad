/**
 * @file Has the site kept in this browser, so that it opens without a network, and tells when a newer version is there. The
 * service worker itself is `workers/site.worker.ts`; the build names it.
 */
import { now } from '../core/clock.ts';
import type { SiteRequest } from '../wire/site-request.ts';

/** How far the site is kept. */
export type SiteState =
  /** This browser cannot, the address is no secure one, or it is the development server's page. */
  | 'not-kept'
  | 'coming'
  /** The page opens without a network. */
  | 'kept'
  /** And a newer version is here, which waits. */
  | 'newer';

/** The keeping of the site. */
export interface SiteKeeper {
  /** Replaces this version by the newer one and loads the page again. Nothing else ever does. */
  useNewer(): void;
}

/** The file of the service worker, in the site's folder. */
export const SERVICE_WORKER = 'service-worker.js';
const HOUR = 3_600_000;

/** Has the site kept. @param onState is called whenever the state changes */
export function keepSite(onState: (state: SiteState) => void): SiteKeeper {
  let registration: ServiceWorkerRegistration | null = null;
  const tell = (): void => {
    if (registration === null) return onState('not-kept');
    if (registration.waiting !== null && registration.active !== null) return onState('newer');
    onState(registration.active === null ? 'coming' : 'kept');
  };
  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener('statechange', tell);
  const ask = (worker: ServiceWorker | null, request: SiteRequest): void => worker?.postMessage(request);
  const start = async (container: ServiceWorkerContainer): Promise<void> => {
    const scope = new URL('./', document.baseURI).href;
    const found = await container.register(new URL(SERVICE_WORKER, scope), { scope, updateViaCache: 'none' });
    registration = found;
    watch(found.installing);
    found.addEventListener('updatefound', () => watch(found.installing));
    ask(found.active, 'tidy');
    tell();
    let asked = now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || now() - asked < HOUR) return;
      asked = now();
      void found.update().catch(() => undefined);
    });
  };
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    // A host without the file, a browser that refuses storage: the page works as it did before.
    void start(navigator.serviceWorker).catch(() => onState('not-kept'));
  }
  return {
    useNewer() {
      const waiting = registration?.waiting ?? null;
      if (waiting === null) return;
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      ask(waiting, 'take-over');
    },
  };
}
