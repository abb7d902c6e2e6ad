/**
 * @file The page's door to the lab worker. Its verbs are those of `LabService`; here stands what the page does besides calling: it
 * tells other tabs, loads models, and ends runs whose worker was lost.
 */
import { wallClock } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import type { RunSummary } from '../core/run.ts';
import type { OnEvents } from '../rpc/call-options.ts';
import type { LabService } from '../lab/service.ts';
import type { LoadProgress } from '../rpc/model-service.ts';
import type { NotebookRuns } from '../lab/notebook/service.ts';
import type { KeptPerson, PersonService } from '../lab/person/service.ts';
import { installTransferHandlers } from '../rpc/transfer-handlers.ts';
import { Agreements } from './agreements.ts';
import { tellsOfChats } from './chat-client.ts';
import { tellsOfEvaluations, type Telling } from './evaluation-client.ts';
import { createImportClient } from './import-client.ts';
import type { LabClient, Running } from './lab.ts';
import { LabConnection } from './lab-connection.ts';
import { asProgress } from './load-progress.ts';
import { ModelWorkers, type StartModel } from './model-workers.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';
import { openThisTab } from './this-tab.ts';

/** How the lab's workers are started. */
export interface LabWorkers {
  /** Called again after a worker was lost. */
  readonly startLab: () => Worker;
  /** What the person has agreed to; kept in this browser's settings where it is left out. */
  readonly agreements?: Agreements;
  /** Called for each import. */
  readonly startImport: () => Worker;
  /** Called for each model that is loaded, and again after a worker was lost. */
  readonly startModel: StartModel;
}

/** A client of the lab's workers. */
export function createLabClient(workers: LabWorkers): LabClient {
  const { startLab, startImport, startModel, agreements = new Agreements() } = workers;
  installTransferHandlers();
  const { tabs, storage } = openThisTab();
  const models = new ModelWorkers((spec) => storage.adopt(startModel(spec)), agreements);
  const connection = new LabConnection({ startWorker: () => storage.adopt(startLab()), agreements, models });
  const telling = { connection, tabs };
  const runs = new KeptRuns(telling);
  const lab: Omit<LabService, 'run' | 'keepRun' | 'retention'> = connection.lab(datasetsAndRuns(telling, runs));
  return Object.assign(lab, {
    ...{ network: agreements, tabs, storage, models },
    imports: createImportClient(() => storage.adopt(startImport()), agreements, tabs),
    evaluations: connection.feature('evaluations', tellsOfEvaluations(telling)),
    chats: connection.feature('chats', tellsOfChats(telling)),
    judging: connection.feature('judging'),
    samples: connection.feature('samples'),
    notebooks: connection.feature('notebooks', cells(telling)),
    person: connection.feature('person', tellsOfPerson(telling)),
    retention: tellsOfKeptRuns(telling),
    run: (...given: Parameters<LabClient['run']>) => runs.run(...given),
    keepRun: (...given: Parameters<LabClient['keepRun']>) => runs.keep(...given),
  });
}

type LabVerbs = 'open' | 'prepare' | 'remove' | 'savedRuns' | 'readRun' | 'removeRun';

function datasetsAndRuns({ connection, tabs }: Telling, runs: KeptRuns) {
  return (lab: LabService): Pick<LabService, LabVerbs> => ({
    async open(name, slow) {
      const dataset = await lab.open(name, slow);
      connection.opened = name;
      return dataset;
    },
    prepare(spec, { onProgress, signal }) {
      const onLoading = (progress: LoadProgress): void => onProgress(asProgress(progress));
      return connection.asking({ onProgress: onLoading, signal }, (asking) =>
        lab.prepare(spec, { onProgress, ...asking }),
      );
    },
    async remove(name) {
      await lab.remove(name);
      tabs.tell({ kind: 'dataset', id: name, what: 'removed' });
      if (connection.opened === name) connection.opened = null;
    },
    async savedRuns() {
      await runs.closing;
      return lab.savedRuns();
    },
    async readRun(id) {
      await runs.closing;
      return lab.readRun(id);
    },
    async removeRun(id) {
      await lab.removeRun(id);
      tabs.tell({ kind: 'run', id, what: 'removed' });
    },
  });
}

function cells({ connection }: Telling) {
  return (lab: NotebookRuns): Pick<NotebookRuns, 'run'> => ({
    run: (run, { onProgress, signal }) =>
      connection.asking({ onProgress: () => undefined, signal }, (asking) => lab.run(run, { onProgress, ...asking })),
  });
}

function tellsOfPerson({ connection, tabs }: Telling) {
  const tell = (kept: KeptPerson): KeptPerson => {
    tabs.tell({ kind: 'person', id: connection.opened ?? '', what: kept.person === null ? 'removed' : 'saved' });
    return kept;
  };
  return (lab: PersonService): Pick<PersonService, 'change' | 'erase'> => ({
    change: async (change) => tell(await lab.change(change)),
    erase: async () => tell(await lab.erase()),
  });
}

function tellsOfKeptRuns({ connection, tabs }: Telling): LabClient['retention'] {
  const lab = connection.feature('retention');
  return {
    async hold(id, by) {
      await lab.hold(id, by);
      tabs.tell({ kind: 'run', id, what: 'saved' });
    },
    async removeOutdated() {
      const { worked, open } = await tabs.inUse('run');
      const removed = await lab.removeOutdated([...worked, ...open]);
      for (const { id } of removed) tabs.tell({ kind: 'run', id, what: 'removed' });
      return removed;
    },
  };
}

/** Runs that are kept under ids that the page gives. */
class KeptRuns {
  /** Until the last events of a run whose worker was lost are kept. */
  closing: Promise<unknown> = Promise.resolve();
  private readonly connection: LabConnection;
  private readonly tabs: LabClient['tabs'];
  private readonly lab: LabService;
  private count = 0;

  constructor({ connection, tabs }: Telling) {
    this.connection = connection;
    this.tabs = tabs;
    this.lab = connection.lab();
  }

  async run(...[spec, running]: Parameters<LabClient['run']>): Promise<RunSummary> {
    const id = this.nextId();
    running.onKept?.(id);
    const thing = { kind: 'run', id } as const;
    const record = createRunRecord(this.telling(id, running));
    const { signal } = running;
    try {
      return await this.connection.asking({ onProgress: () => undefined, signal }, (asking) =>
        this.lab.run(id, spec, { onEvents: record.add, ...asking }),
      );
    } catch (thrown) {
      return this.close(id, record, thrown, signal);
    } finally {
      void this.closing.then(() => this.tabs.tell({ ...thing, what: 'ended' }));
    }
  }

  async keep(...[events]: Parameters<LabClient['keepRun']>): Promise<string> {
    const id = this.nextId();
    await this.lab.keepRun(id, events);
    this.tabs.tell({ kind: 'run', id, what: 'saved' });
    return id;
  }

  private nextId(): string {
    this.count += 1;
    return `${String(wallClock())}-${String(this.count)}`;
  }

  private telling(id: string, { onEvents, insteadOf }: Running): OnEvents {
    return (batch) => {
      const what = batch[0]?.seq === 0 ? 'begun' : 'appended';
      this.tabs.tell({ kind: 'run', id, what, ...(insteadOf && { insteadOf }) });
      onEvents(batch);
    };
  }

  /** A run whose worker was lost still gets its last events, on the page and in the file. */
  private close(id: string, record: RunRecord, thrown: unknown, signal: AbortSignal): RunSummary {
    if (!record.started) throw thrown;
    const error = signal.aborted ? new LabError('aborted', 'Stopped.') : thrown;
    const { events, summary } = record.close(error);
    // Not waited for: another worker has to start first, and the run is over now.
    this.closing = this.lab.endRun(id, events).catch(() => undefined);
    return summary;
  }
}
