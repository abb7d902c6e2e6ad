/**
 * @file Finds out that a worker is busy in something that cannot be interrupted, such as a query of sql.js, and kills it.
 */
import { now } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { WorkerConnection } from './worker-connection.ts';

/** A worker that does not answer for this long is killed, in milliseconds. */
export const STALL_MILLISECONDS = 1500;
/** After Stop it has only this long, in milliseconds. */
export const STOP_MILLISECONDS = 80;

const PING_MILLISECONDS = 250;

const STALLED =
  'A query ran for more than 1.5 seconds and was stopped. The lab has been started again; what was done so far is kept.';

/**
 * Pings the worker until the returned function is called. It is killed with `aborted` when it does not answer shortly
 * after the signal.
 * @param querying true while what may block is a query: then it is also killed, with `sql-timeout`, when it does not
 *   answer for `STALL_MILLISECONDS`
 */
export function watchForStall(connection: WorkerConnection, signal: AbortSignal, querying: () => boolean): () => void {
  let answeredAt = now();
  let asked = false;
  let over = false;
  const ping = (): void => {
    if (over || asked) return;
    asked = true;
    void connection.remote.ping().then(() => {
      asked = false;
      answeredAt = now();
    });
  };
  const check = (): void => {
    const silence = now() - answeredAt;
    if (querying() && asked && silence > STALL_MILLISECONDS) {
      // A tab that was asleep runs its timers before it reads its messages: give an answer that is there the time to be read.
      setTimeout(() => {
        if (!over && asked && now() - answeredAt >= silence) connection.kill(new LabError('sql-timeout', STALLED));
      }, 100);
      return;
    }
    ping();
  };
  const onAbort = (): void => {
    const before = answeredAt;
    asked = false;
    ping();
    setTimeout(() => {
      if (!over && answeredAt === before) connection.kill(new LabError('aborted', 'Stopped.'));
    }, STOP_MILLISECONDS);
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
