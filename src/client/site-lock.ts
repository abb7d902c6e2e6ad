/**
 * @file One tab of a browser works on the site at a time. The tab that works holds a lock of the browser, which ends with the tab however
 * that ends; another tab offers to take over.
 */
import { nameInSite } from '../core/platform/site-scope.ts';

/** A page that is loaded again waits for its own earlier lock, in milliseconds. */
const RELOAD_PATIENCE = 500;
/** What is typed is kept within this time, in milliseconds. */
const SAVING = 1000;
/** The tab that is asked has this long to end its work, in milliseconds. */
const HAND_OVER_PATIENCE = 5000;

const NAME = nameInSite('tab');

/** Locks are missing where the address is not secure; two tabs are then not told apart. */
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

/** Begins to work, unless another tab does. @returns whether this tab works */
export async function beginWork(): Promise<boolean> {
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

/** Has the other tab end its work, which it keeps, and begins to work. */
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
