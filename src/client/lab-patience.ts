/** @file How long the lab worker may be silent. Statements that models and people wrote run elsewhere. */
import { LabError } from '../core/errors.ts';
import type { Patience } from '../rpc/stall-watch.ts';

/** A worker that does not answer for this long whatever it does is taken for dead: browsers do not always tell. */
export const DEATH_MILLISECONDS = 20_000;

const DEAD =
  'The lab’s worker has not answered for 20 seconds. The lab has been started again; what was done so far is kept.';

/** After Stop it comes to a pause by itself, sooner or later by how busy the machine is. */
export const LAB_PATIENCE: Patience = {
  overdue: (silence) => (silence > DEATH_MILLISECONDS ? new LabError('worker-died', DEAD) : null),
  stopMilliseconds: 500,
};
