/** @file The page's door to sessions of simulated people, in the worker of simulations. */
import { proxy } from 'comlink';
import { wallClock } from '../core/clock.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { SimulationService } from '../lab/training/service.ts';
import type { WorkerConnection } from '../rpc/worker-connection.ts';
import type { Making, SessionsClient } from './simulations.ts';

type Remote = WorkerConnection<SimulationService>['remote'];

/** How the worker is reached. */
export interface SessionsDoor {
  readonly call: <Result>(call: (remote: Remote) => Promise<Result>) => Promise<Result>;
  readonly stoppable: <Result>(
    signal: AbortSignal,
    call: (remote: Remote, signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
  /** Lends it a model that plays people. */
  readonly lend: (rater: ComponentSpec, making: Making) => Promise<void>;
}

/** Sessions through a door. */
export const sessionsClient = ({ call, stoppable, lend }: SessionsDoor): SessionsClient => ({
  recommenders: () => call((remote) => remote.sessionRecommenders()),
  async hold(spec, onId, { onEvents, ...making }) {
    const id = String(wallClock());
    onId(id);
    await lend(spec.environment.rater, making);
    await stoppable(making.signal, (remote, own) => remote.holdSessions(id, spec, proxy(onEvents), own));
  },
  list: () => call((remote) => remote.keptSessions()),
  read: (id) => call((remote) => remote.readSessions(id)),
  remove: (id) => call((remote) => remote.removeSessions(id)),
});
