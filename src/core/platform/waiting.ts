/** @file Waiting: for one's turn, and for locks of the browser's, which lets go of those of a dead worker in its own time. */

/** A queue. Each piece of work begins once those before it have ended, also where they failed. */
export function inTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

// Together three seconds, in milliseconds.
const PAUSE = 50;
const TRIES = 60;

/** What browsers say of a file that somebody has open; the second is WebKit's word. */
export const HELD = ['NoModificationAllowedError', 'InvalidStateError'];
// The last is said of a folder in which another worker writes just now.
const LOCKED = [...HELD, 'InvalidModificationError'];

/** Tries again for three seconds while the browser refuses because of a lock. @param refusals names of `DOMException`s */
export async function onceUnlocked<Result>(
  work: () => Promise<Result>,
  refusals: readonly string[] = LOCKED,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof DOMException) || !refusals.includes(thrown.name) || tries === TRIES) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
