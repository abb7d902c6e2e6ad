/** @file Finds out that a worker is busy in something that cannot be interrupted, such as a query of sql.js, and kills it. */
import { now } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { Pinged, WorkerConnection } from './worker-connection.ts';

export interface Patience {
  /** The error that ends a worker after so many milliseconds of silence; null while it may go on. */
  overdue(silence: number): LabError | null;
  readonly stopMilliseconds: number;
}

const PING_MILLISECONDS = 250;

/** Pings until the returned function is called; kills the worker where it is silent for too long, or after the signal. */
export function watchForStall<Service extends Pinged>(
  connection: WorkerConnection<Service>,
  signal: AbortSignal,
  patience: Patience,
): () => void {
  let answeredAt = now();
  let asked = false;
  let over = false;
  const ping = (): void => {
    if (over || asked) return;
    asked = true;
    void (connection.remote as unknown as Pinged).ping().then(() => {
      asked = false;
      answeredAt = now();
    });
  };
  const check = (): void => {
    const overdue = (): LabError | null => (asked && !over ? patience.overdue(now() - answeredAt) : null);
    if (overdue() === null) {
      ping();
      return;
    }
    // A tab that was asleep runs its timers before it reads its messages: give an answer that is there the time to be read.
    setTimeout(() => {
      const error = overdue();
      if (error !== null) connection.kill(error);
    }, 100);
  };
  const onAbort = (): void => {
    const before = answeredAt;
    asked = false;
    ping();
    setTimeout(() => {
      if (!over && answeredAt === before) connection.kill(new LabError('aborted', 'Stopped.'));
    }, patience.stopMilliseconds);
  };
  ping();
  const timer = setInterval(check, PING_MILLISECONDS);
  signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    over = true;
    clearInterval(timer);
    signal.removeEventListener('abort', onAbort);
  };
}
