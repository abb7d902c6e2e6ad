/**
 * @file How long the lab worker may be silent, and at one statement of SQL.
 */
import { transfer, type Remote } from 'comlink';
import { now } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { LabService } from '../wire/lab-service.ts';
import type { Patience } from './stall-watch.ts';

/** A worker that is at one statement for this long is killed, in milliseconds. */
export const STATEMENT_MILLISECONDS = 1500;
/** A worker that does not answer for this long whatever it does is taken for dead: browsers do not always tell. */
export const DEATH_MILLISECONDS = 20_000;
/** After Stop in the middle of a statement it has only this long, in milliseconds. */
export const STOP_MILLISECONDS = 80;
/** Else it comes to a pause by itself, sooner or later by how busy the machine is. */
export const PAUSE_MILLISECONDS = 500;

const STALLED =
  'A query ran for more than 1.5 seconds and was stopped. The lab has been started again; what was done so far is kept.';

const DEAD =
  'The lab’s worker has not answered for 20 seconds. The lab has been started again; what was done so far is kept.';

/** Has a lab worker tell of its statements, and is patient by what it tells. */
export function labPatience(remote: Pick<Remote<LabService>, 'tellStatements'>): Patience {
  const { port1: here, port2: there } = new MessageChannel();
  let since: number | null = null;
  here.onmessage = ({ data }: MessageEvent<boolean>) => {
    since = data ? now() : null;
  };
  // A worker that is lost before it could tell is noticed by its silence.
  void remote.tellStatements(transfer(there, [there])).catch(() => undefined);
  return {
    overdue(silence) {
      if (since !== null && now() - since > STATEMENT_MILLISECONDS) return new LabError('sql-timeout', STALLED);
      return silence > DEATH_MILLISECONDS ? new LabError('worker-died', DEAD) : null;
    },
    get stopMilliseconds() {
      return since === null ? PAUSE_MILLISECONDS : STOP_MILLISECONDS;
    },
  };
}
