/**
 * @file The connection to the lab's worker: starts it when it is first needed, watches it, and starts it again with the same dataset
 * and the same models when it was killed or died.
 */
import type { Remote } from 'comlink';
import { LabError, NEVER } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { AskingModels } from '../rpc/transfer-handlers.ts';
import type { LabService } from '../lab/service.ts';
import type { Agreements } from './agreements.ts';
import type { Loading } from './lab.ts';
import type { ModelWorkers } from './model-workers.ts';
import { remote, type Verbs } from '../rpc/remote.ts';
import { watchForStall, type Patience } from '../rpc/stall-watch.ts';
import { connectWorker, type WorkerConnection } from '../rpc/worker-connection.ts';

/** A worker that does not answer for this long whatever it does is taken for dead: browsers do not always tell. */
const DEATH_MILLISECONDS = 20_000;

const DEAD =
  'The lab’s worker has not answered for 20 seconds. The lab has been started again; what was done so far is kept.';

/** After Stop it comes to a pause by itself, sooner or later by how busy the machine is. */
const LAB_PATIENCE: Patience = {
  overdue: (silence) => (silence > DEATH_MILLISECONDS ? new LabError('worker-died', DEAD) : null),
  stopMilliseconds: 500,
};

type Connection = WorkerConnection<LabService>;

type Feature = {
  [Name in keyof LabService]: LabService[Name] extends (...given: never[]) => unknown ? never : Name;
}[keyof LabService];

const DIED = 'The lab’s worker stopped by itself, most likely because memory ran out. The lab has been started again.';

interface ConnectionHost {
  readonly startWorker: () => Worker;
  readonly agreements: Agreements;
  readonly models: ModelWorkers;
}

export class LabConnection {
  /** The name of the open dataset, which is opened again in the next worker; null where none is open. */
  opened: string | null = null;
  private readonly startWorker: () => Worker;
  private readonly agreements: Agreements;
  private readonly models: ModelWorkers;
  private connection: Connection | null = null;
  private reopening: Promise<unknown> = Promise.resolve();
  private readonly stopping = new Set<Promise<unknown>>();

  constructor({ startWorker, agreements, models }: ConnectionHost) {
    this.startWorker = startWorker;
    this.agreements = agreements;
    this.models = models;
    agreements.onChange(() => {
      if (this.connection?.alive === true) void this.tellAgreements(this.connection).catch(() => undefined);
    });
  }

  lab(own: (lab: LabService) => Partial<LabService> = () => ({})): LabService {
    return remote((signal, call) => this.made(signal, (lab) => call(lab as unknown as Verbs)), own);
  }

  feature<Name extends Feature>(
    name: Name,
    own: (service: LabService[Name]) => Partial<LabService[Name]> = () => ({}),
  ): LabService[Name] {
    return remote((signal, call) => this.made(signal, (lab) => call(lab[name] as unknown as Verbs)), own);
  }

  /**
   * A call that may ask models: those that it names are loaded first, and watched until it is answered.
   * @param call given what it has to be called with
   */
  async asking<Result>(loading: Loading, call: (asking: AskingModels) => Promise<Result>): Promise<Result> {
    const stops: (() => void)[] = [];
    const useModels = async (needed: readonly ComponentSpec[]): Promise<void> => {
      if (needed.length === 0) return;
      const models = await this.models.use(needed, loading);
      for (const model of models) stops.push(this.models.watch(model));
      // The lab that asks is the connected one. To wait for a connection here would be to wait for a call that was stopped: this one.
      if (this.connection?.alive === true) await this.models.attach(this.connection, models);
    };
    try {
      return await call({ signal: loading.signal, useModels });
    } finally {
      for (const stop of stops) stop();
    }
  }

  private made<Result>(
    signal: AbortSignal | null,
    call: (lab: Remote<LabService>) => Promise<Result>,
  ): Promise<Result> {
    return signal === null ? this.call(call) : this.stoppable(signal, call);
  }

  /** A call that is watched: a worker that blocks is killed, at once when the person has pressed Stop. */
  private async stoppable<Result>(
    signal: AbortSignal,
    call: (lab: Remote<LabService>) => Promise<Result>,
  ): Promise<Result> {
    const connection = await this.connected();
    const stopWatching = watchForStall(connection, signal, LAB_PATIENCE);
    const settled = connection.settle(call(connection.remote)).finally(stopWatching);
    const stopping = (): void => void this.stopping.add(settled.catch(() => undefined));
    if (signal.aborted) stopping();
    else signal.addEventListener('abort', stopping, { once: true });
    try {
      return await settled;
    } finally {
      signal.removeEventListener('abort', stopping);
    }
  }

  private async call<Result>(call: (lab: Remote<LabService>) => Promise<Result>): Promise<Result> {
    const connection = await this.connected();
    return connection.settle(call(connection.remote));
  }

  private tellAgreements(connection: Connection): Promise<void> {
    return connection.settle(connection.remote.setAgreements(this.agreements.effective));
  }

  private async connected(): Promise<Connection> {
    // A worker that does not stop in time is killed, and every call with it: a new one must not be among them.
    const stopping = [...this.stopping];
    await Promise.all(stopping);
    for (const call of stopping) this.stopping.delete(call);
    if (this.connection?.alive !== true) {
      const connection = connectWorker<LabService>(this.startWorker, DIED);
      this.connection = connection;
      const told = this.tellAgreements(connection).catch(() => undefined);
      const name = this.opened;
      this.reopening =
        name === null
          ? told
          : connection.settle(connection.remote.open(name, { onProgress: () => undefined, signal: NEVER }));
    }
    await this.reopening.catch(() => undefined);
    return this.connection;
  }
}
