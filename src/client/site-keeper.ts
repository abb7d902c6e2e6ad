/**
 * @file Has the site kept in this browser, so that it opens without a network, and tells when a newer version is there. The
 * service worker itself is `workers/site.worker.ts`; the build names it.
 */
import type { SiteReport, SiteRequest } from '../offline/site.ts';
import { nameInSite } from '../core/platform/site-scope.ts';

/** A page that is loaded again waits for its own earlier lock, in milliseconds. */
const RELOAD_PATIENCE = 500;

/** What is typed is kept within this time, in milliseconds. */
const SAVING = 1000;

/** The tab that is asked has this long to end its work, in milliseconds. */
const HAND_OVER_PATIENCE = 5000;

const NAME = nameInSite('tab');

/** Insecure addresses have no locks, so two tabs cannot detect each other. */
const locks = (): LockManager | null => (navigator as { locks?: LockManager }).locks ?? null;

/** Holds the lock as long as the page is open. @throws where it is not given in time */
function hold(manager: LockManager, options: LockOptions): Promise<void> {
  return new Promise((given, refused) => {
    let isGiven = false;
    const untilClosed = (): Promise<void> => {
      isGiven = true;
      given();
      return new Promise(() => undefined);
    };
    manager.request(NAME, options, untilClosed).catch((thrown: unknown) => {
      // Another tab took it away: nothing here may be written any more.
      if (isGiven) location.reload();
      else refused(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  });
}

/** Loads the page again where another tab takes over: all that runs here ends, and the page says where the work goes on. */
function listen(): void {
  new BroadcastChannel(NAME).onmessage = () => setTimeout(() => location.reload(), SAVING);
}

export async function beginWork(): Promise<boolean> {
  const takesOver = sessionStorage.getItem(NAME) !== null;
  sessionStorage.removeItem(NAME);
  if (takesOver) return takeOver().then(() => true);
  const manager = locks();
  const isMine =
    manager === null ||
    (await hold(manager, { signal: AbortSignal.timeout(RELOAD_PATIENCE) }).then(
      () => true,
      () => false,
    ));
  if (isMine) listen();
  return isMine;
}

/** Loads the page again as the one that works. */
export function reloadToTakeOver(): void {
  sessionStorage.setItem(NAME, 'takes over');
  location.reload();
}

export async function takeOver(): Promise<void> {
  const manager = locks();
  const channel = new BroadcastChannel(NAME);
  channel.postMessage('wanted');
  if (manager !== null) {
    const inTime = hold(manager, { signal: AbortSignal.timeout(HAND_OVER_PATIENCE) });
    await inTime.catch(() => hold(manager, { steal: true }));
  }
  channel.close();
  listen();
}

export type SiteState =
  /** This browser cannot, the address is no secure one, or it is the development server's page. */
  | 'not-kept'
  | 'coming'
  /** The page opens without a network. */
  | 'kept'
  /** And a newer version is here, which waits. */
  | 'newer';

/** Whether the policy that limits whom the page and its workers may ask holds for this page. */
export type SitePolicy =
  | 'in-place'
  /** The host sends none; the service worker will, once it is there. */
  | 'coming'
  /** The service worker is there, and this page was loaded without it. */
  | 'at-next-load';

export interface SiteListener {
  readonly onState: (state: SiteState) => void;
  readonly onPolicy: (policy: SitePolicy) => void;
}

export interface SiteKeeper {
  /** Replaces this version by the newer one and loads the page again. Nothing else ever does. */
  useNewer(): void;
}

export const SERVICE_WORKER = 'service-worker.js';
/** Browsers end a service worker that nobody asks anything, some after half a minute. */
const BETWEEN_ASKING = 20_000;

/** A host that sends the headers isolates the page; a service worker sends them whatever the host does. */
const hasPolicy = ({ controller }: ServiceWorkerContainer): boolean => crossOriginIsolated || controller !== null;

/** Has what runs models kept too, so that a model that is kept here answers without a network. */
export function keepRuntimes(): void {
  const { serviceWorker = null } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker?.controller?.postMessage('keep-runtimes' satisfies SiteRequest);
  serviceWorker?.controller?.postMessage('fill' satisfies SiteRequest);
}

export function keepSite({ onState, onPolicy }: SiteListener): SiteKeeper {
  let registration: ServiceWorkerRegistration | null = null;
  let lacksPolicy = false;
  let isKept = false;
  const tellPolicy = (): void => {
    if (!lacksPolicy || registration === null) return;
    const { active, installing, waiting } = registration;
    if (active?.state === 'activated') onPolicy('at-next-load');
    // It could not be installed, so that there will be none.
    else if (active === null && installing === null && waiting === null) onPolicy('in-place');
  };
  const tell = (): void => {
    if (registration === null) return onState('not-kept');
    tellPolicy();
    if (registration.waiting !== null && registration.active !== null) return onState('newer');
    onState(registration.active !== null && isKept ? 'kept' : 'coming');
  };
  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener('statechange', tell);
  const ask = (worker: ServiceWorker | null, request: SiteRequest): void => worker?.postMessage(request);
  const askToFill = (container: ServiceWorkerContainer): void => {
    const asking = setInterval(() => ask(registration?.active ?? null, 'fill'), BETWEEN_ASKING);
    container.addEventListener('message', ({ data }: MessageEvent<SiteReport>) => {
      clearInterval(asking);
      isKept = data === 'kept';
      tell();
    });
    void container.ready.then(({ active }) => ask(active, 'fill'));
  };
  const start = async (container: ServiceWorkerContainer): Promise<void> => {
    const scope = new URL('./', document.baseURI).href;
    const found = await container.register(new URL(SERVICE_WORKER, scope), { scope, updateViaCache: 'none' });
    registration = found;
    watch(found.installing);
    found.addEventListener('updatefound', () => watch(found.installing));
    ask(found.active, 'tidy');
    askToFill(container);
    tell();
  };
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    lacksPolicy = !hasPolicy(navigator.serviceWorker);
    if (lacksPolicy) onPolicy('coming');
    // A host without the file, a browser that refuses storage: the page works as it did before, without a policy of its workers.
    void start(navigator.serviceWorker).catch(() => {
      onState('not-kept');
      onPolicy('in-place');
    });
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
