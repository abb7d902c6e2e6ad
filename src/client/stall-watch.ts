/**
 * @file Finds out that a worker is busy in something that cannot be interrupted, such as a query of sql.js, and kills it.
 */
import { now } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { WorkerConnection } from './worker-connection.ts';

/** A worker that does not answer for this long in a query is killed, in milliseconds. */
export const STALL_MILLISECONDS = 1500;
/** A worker that does not answer for this long whatever it does is taken for dead: browsers do not always tell. */
export const DEATH_MILLISECONDS = 20_000;
/** After Stop it has only this long, in milliseconds. */
export const STOP_MILLISECONDS = 80;

const PING_MILLISECONDS = 250;

const STALLED =
  'A query ran for more than 1.5 seconds and was stopped. The lab has been started again; what was done so far is kept.';

const DEAD =
  'The lab’s worker has not answered for 20 seconds. The lab has been started again; what was done so far is kept.';

/**
 * Pings the worker until the returned function is called. It is killed with `aborted` when it does not answer shortly
 * after the signal, and with `worker-died` when it does not answer for `DEATH_MILLISECONDS`.
 * @param querying true while what may block is a query: then it is killed, with `sql-timeout`, after `STALL_MILLISECONDS`
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
    const inQuery = querying();
    if (asked && silence > (inQuery ? STALL_MILLISECONDS : DEATH_MILLISECONDS)) {
      const error = inQuery ? new LabError('sql-timeout', STALLED) : new LabError('worker-died', DEAD);
      // A tab that was asleep runs its timers before it reads its messages: give an answer that is there the time to be read.
      setTimeout(() => {
        if (!over && asked && now() - answeredAt >= silence) connection.kill(error);
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
