/**
 * @file The connection to a lab's worker: starts it when it is first needed, watches it, loads the models that its work asks for, and
 * starts it again with the same dataset when it was killed or died.
 */
import type { Remote } from 'comlink';
import { LabError, NEVER } from '../core/errors.ts';
import type { ComponentSpec } from '../core/run.ts';
import type { Going, LabService } from '../lab/service.ts';
import type { LoadProgress } from '../rpc/remote-model.ts';
import type { Agreements } from './agreements.ts';
import type { ModelWorkers } from './model-workers.ts';
import { remote, type Verbs } from '../rpc/remote.ts';
import { watchForStall, type Patience } from '../rpc/stall-watch.ts';
import { connectWorker, type WorkerConnection } from '../rpc/worker-connection.ts';
import { createRunRecord } from './run-record.ts';

/** How a worker is watched, and what is said where it dies. */
export interface LabPatience extends Patience {
  readonly died: string;
}

/** A worker that does not answer for this long whatever it does is taken for dead: browsers do not always tell. */
const DEATH_MILLISECONDS = 20_000;

const DEAD =
  'The lab’s worker has not answered for 20 seconds. The lab has been started again; what was done so far is kept.';

/** After Stop it comes to a pause by itself, sooner or later by how busy the machine is. */
export const LAB_PATIENCE: LabPatience = {
  overdue: (silence) => (silence > DEATH_MILLISECONDS ? new LabError('worker-died', DEAD) : null),
  stopMilliseconds: 500,
  died: 'The lab’s worker stopped by itself, most likely because memory ran out. The lab has been started again.',
};

/** People are computed at a stretch; one that was told to stop may take a while to keep what it has. */
export const SIMULATION_PATIENCE: LabPatience = {
  overdue: () => null,
  stopMilliseconds: 1500,
  died: 'The worker of a simulation stopped by itself, most likely because memory ran out. Go on: it begins at the last checkpoint.',
};

type Connection = WorkerConnection<LabService>;

interface ConnectionHost {
  readonly startWorker: () => Worker;
  readonly agreements: Agreements;
  readonly models: ModelWorkers;
  /** Called where something is made that is kept. */
  readonly made: () => void;
  readonly patience: LabPatience;
}

export class LabConnection {
  /** As the page calls it: models that something asks are loaded first, and a run whose worker was lost still gets its last events. */
  readonly lab: LabService;
  private readonly host: ConnectionHost;
  private readonly unhear: () => void;
  /** The name of the open dataset, which is opened again in the next worker; null where none is open. */
  private opened: string | null = null;
  private connection: Connection | null = null;
  private reopening: Promise<unknown> = Promise.resolve();
  private readonly stopping = new Set<Promise<unknown>>();

  constructor(host: ConnectionHost) {
    this.host = host;
    this.unhear = host.agreements.onChange(() => {
      if (this.connection?.alive === true) void this.tellAgreements(this.connection).catch(() => undefined);
    });
    this.lab = remote<LabService>(
      (signal, call) => this.made(signal, (lab) => call(lab as unknown as Verbs)),
      (lab) => this.own(lab),
    );
  }

  end(): void {
    this.unhear();
    this.connection?.kill(new LabError('aborted', 'Stopped.'));
  }

  private own(lab: LabService): Partial<LabService> {
    const { made } = this.host;
    return {
      open: async (name, slow) => {
        const dataset = await lab.open(name, slow);
        this.opened = name;
        return dataset;
      },
      prepare: (spec, { onProgress, signal }) => {
        const onLoading = ({ phase, bytes, totalBytes }: LoadProgress): void =>
          onProgress({ phase, share: totalBytes === 0 ? null : bytes / totalBytes, bytes, totalBytes, rows: 0 });
        return this.asking({ onLoading, signal }, (asking) => lab.prepare(spec, { onProgress, ...asking }));
      },
      start: (kind, id, spec, going) => {
        if (id !== null) made();
        if (kind !== 'run') return this.asking(going, (own) => lab.start(kind, id, spec, own));
        const record = createRunRecord(going.onEvents ?? (() => undefined));
        const recorded = { ...going, onEvents: record.add };
        return this.asking(recorded, (own) => lab.start(kind, id, spec, own)).catch((thrown: unknown) => {
          if (!record.started) throw thrown;
          return record.close(going.signal.aborted ? new LabError('aborted', 'Stopped.') : thrown) as never;
        });
      },
      say: (id, words, going) => {
        made();
        return this.asking(going, (own) => lab.say(id, words, own));
      },
      keep: (what, given) => {
        made();
        return lab.keep(what, given);
      },
      remove: async (what, name) => {
        await lab.remove(what, name);
        if (what === 'dataset' && this.opened === name) this.opened = null;
      },
    };
  }

  /** A call that may ask models: those that it names are loaded first, and watched until it is answered. */
  private async asking<Result>(
    { onLoading = () => undefined, ...going }: Going,
    call: (going: Going) => Promise<Result>,
  ): Promise<Result> {
    const { models } = this.host;
    const { signal, onUpdate } = going;
    const onProgress = (progress: LoadProgress): void => {
      onLoading(progress);
      onUpdate?.({ type: 'phase', text: progress.phase });
    };
    const stops: (() => void)[] = [];
    const useModels = async (needed: readonly ComponentSpec[]): Promise<void> => {
      if (needed.length === 0) return;
      const held = await models.use(needed, { onProgress, signal });
      for (const model of held) stops.push(models.watch(model));
      // The lab that asks is the connected one. To wait for a connection here would be to wait for a call that was stopped: this one.
      if (this.connection?.alive === true) await models.attach(this.connection, held);
    };
    try {
      return await call({ ...going, useModels });
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
    const stopWatching = watchForStall(connection, signal, this.host.patience);
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
    return connection.settle(connection.remote.setAgreements(this.host.agreements.effective));
  }

  private async connected(): Promise<Connection> {
    // A worker that does not stop in time is killed, and every call with it: a new one must not be among them.
    const stopping = [...this.stopping];
    await Promise.all(stopping);
    for (const call of stopping) this.stopping.delete(call);
    if (this.connection?.alive !== true) {
      const connection = connectWorker<LabService>(this.host.startWorker, this.host.patience.died);
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
