/**
 * @file Gives up on a server that falls silent.
 */

/** Watches one request. */
export interface SilenceWatch {
  /** Aborted by the caller's own signal, by silence, and by `stop`. */
  readonly signal: AbortSignal;
  /** True where silence was the reason. */
  readonly expired: boolean;
  /** Something came; the next silence may last this many milliseconds. */
  heard(milliseconds: number): void;
  /** What may still come has this many milliseconds, whatever is heard. */
  last(milliseconds: number): void;
  /** Ends the watch, and the request where it still runs. */
  stop(): void;
}

/** @param milliseconds how long the first silence may last */
export function watchSilence(milliseconds: number, signal: AbortSignal): SilenceWatch {
  const controller = new AbortController();
  let expired = false;
  let isLast = false;
  const expire = (): void => {
    expired = true;
    controller.abort();
  };
  let timer = setTimeout(expire, milliseconds);
  const stop = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    controller.abort();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    heard(next) {
      if (isLast) return;
      clearTimeout(timer);
      if (!controller.signal.aborted) timer = setTimeout(expire, next);
    },
    last(next) {
      isLast = false;
      this.heard(next);
      isLast = true;
    },
    stop,
  };
}
