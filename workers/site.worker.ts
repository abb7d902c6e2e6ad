/** @file The service worker: the site opens without a network, and a new version waits until the person wants it. */
import type { Site } from '../src/offline/site.ts';
import { SiteCache } from '../src/offline/site-cache.ts';
import type { SiteReport, SiteRequest } from '../src/offline/site.ts';

/** The build puts it here. */
declare const SITE: Site;

const scope = self as unknown as ServiceWorkerGlobalScope;

const site = new SiteCache(SITE, {
  scope: new URL('./', scope.location.href).href,
  caches,
  fetch: (request) => fetch(request),
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
});

scope.addEventListener('install', (event) => event.waitUntil(site.install(scope.registration.active === null)));
// The page of a first visit gets its later parts from here too.
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const answer = site.answer(event.request);
  if (answer !== null) event.respondWith(answer);
});
scope.addEventListener('message', (event) => {
  const request = event.data as SiteRequest;
  if (request === 'take-over') event.waitUntil(scope.skipWaiting());
  if (request === 'tidy') event.waitUntil(tidy());
  if (request === 'keep-runtimes') event.waitUntil(site.keepRuntimes());
  if (request === 'fill') event.waitUntil(fill(event.source));
});

async function fill(page: ExtendableMessageEvent['source']): Promise<void> {
  const report = await site.fill().then(
    (): SiteReport => 'kept',
    (): SiteReport => 'incomplete',
  );
  page?.postMessage(report);
}

/** Another page may be one of an older version, which still has parts to load. */
async function tidy(): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1 && scope.registration.waiting === null) await site.tidy();
}
