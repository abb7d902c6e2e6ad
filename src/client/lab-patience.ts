/**
 * @file How long the lab worker may be silent.
 */
import { LabError } from '../core/errors.ts';
import type { Patience } from './stall-watch.ts';

/** A worker that does not answer for this long in a query is killed, in milliseconds. */
export const STALL_MILLISECONDS = 1500;
/** A worker that does not answer for this long whatever it does is taken for dead: browsers do not always tell. */
export const DEATH_MILLISECONDS = 20_000;
/** After Stop it has only this long, in milliseconds. */
export const STOP_MILLISECONDS = 80;

const STALLED =
  'A query ran for more than 1.5 seconds and was stopped. The lab has been started again; what was done so far is kept.';

const DEAD =
  'The lab’s worker has not answered for 20 seconds. The lab has been started again; what was done so far is kept.';

/** @param querying true while what may block is a query */
export function labPatience(querying: () => boolean): Patience {
  return {
    silence: () =>
      querying()
        ? { milliseconds: STALL_MILLISECONDS, error: new LabError('sql-timeout', STALLED) }
        : { milliseconds: DEATH_MILLISECONDS, error: new LabError('worker-died', DEAD) },
    stopMilliseconds: STOP_MILLISECONDS,
  };
}
