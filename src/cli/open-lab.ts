/** @file The lab as the page has it, in the terminal: its datasets come with it or are files, its models are those that are named. */
import type { Dataset } from '../core/dataset.ts';
import { createLab } from '../lab/create-lab.ts';
import type { LabService } from '../lab/service.ts';
import { loadNamed, readPackaged } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from './open-model.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { startPrograms, startStatements } from './start-thread.ts';

export interface LabPlaces {
  /** The folder of what is kept: checkpoints, recordings and what was fitted. */
  readonly files: string;
  readonly places: ModelPlaces;
}

export function openTerminalLab({ files, places }: LabPlaces, onProgress: (text: string) => void): LabService {
  const loaded = new Map<string, Promise<Dataset>>();
  return createLab({
    loadEngine: openSqlEngine,
    openFiles: () => Promise.resolve(folderFileStore(files)),
    fetchPackaged: readPackaged,
    openModel: createModelOpener(places, onProgress).openModel,
    loadDataset(name, signal) {
      const loading = loaded.get(name) ?? loadNamed(name, signal);
      loaded.set(name, loading);
      return loading;
    },
    startStatements,
    startPrograms,
  });
}
