/**
 * @file The page's door to its workers: the lab, whose verbs are those of `LabService`, the labs of simulations, models, and what
 * imports files.
 */
import { Agreements } from './agreements.ts';
import { createImportClient, startFiles } from './file-workers.ts';
import type { LabClient } from './lab.ts';
import { LAB_PATIENCE, LabConnection, SIMULATION_PATIENCE } from './lab-connection.ts';
import { ModelWorkers, type StartModel } from './model-workers.ts';
import { SimulationClient } from './simulation-client.ts';
import { TabStorage } from './tab-storage.ts';

export interface LabWorkers {
  readonly startLab: () => Worker;
  /** What the person has agreed to; kept in this browser's settings where it is left out. */
  readonly agreements?: Agreements;
  readonly startImport: () => Worker;
  readonly startModel: StartModel;
  /** True where another tab keeps the site's work. */
  readonly isElsewhere?: boolean;
  /** Of the machine; the browser's where left out. */
  readonly cores?: number;
}

export function createLabClient(workers: LabWorkers): LabClient {
  const { startLab, startImport, startModel, agreements = new Agreements(), isElsewhere = false } = workers;
  const storage = new TabStorage(isElsewhere);
  const models = new ModelWorkers((spec) => storage.adopt(startModel(spec)), agreements);
  const startWorker = (): Worker => storage.adopt(startLab());
  const made = (): void => storage.made();
  const { lab } = new LabConnection({ startWorker, agreements, models, made, patience: LAB_PATIENCE });
  const connect = (): LabConnection =>
    new LabConnection({ startWorker, agreements, models, made, patience: SIMULATION_PATIENCE });
  return Object.assign(lab, {
    ...{ network: agreements, storage, models },
    imports: createImportClient(() => storage.adopt(startImport()), made),
    simulations: new SimulationClient(connect, workers.cores ?? navigator.hardwareConcurrency),
  });
}

export function connectLab(isElsewhere = false): LabClient {
  return createLabClient({
    isElsewhere,
    startLab: () =>
      new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }),
    startImport: startFiles,
    startModel: () =>
      new Worker(new URL('../../workers/model.worker.ts', import.meta.url), { type: 'module', name: 'model' }),
  });
}
