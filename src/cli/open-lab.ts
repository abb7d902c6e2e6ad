/** @file The lab as the page has it, in the terminal: its datasets come with it or are files, its models are those that are named. */
import type { Dataset } from '../core/dataset.ts';
import { createLab } from '../lab/create-lab.ts';
import { loadNamed, readPackaged } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { accessTo, createModelOpener, type ModelPlaces } from './open-model.ts';
import { openSqlEngine } from './open-sql-engine.ts';
import { startPrograms, startStatements } from './start-thread.ts';

export interface LabPlaces {
  readonly files: string;
  readonly places: ModelPlaces;
  /** Files of datasets that are found by their own names too. */
  readonly examples?: readonly string[];
}

/** @returns the lab, and what ends the threads that it started */
export function openTerminalLab({ files, places, examples = [] }: LabPlaces, onProgress: (text: string) => void) {
  const loaded = new Map<string, Promise<Dataset>>();
  const load = (name: string, signal: AbortSignal): Promise<Dataset> => {
    const loading = loaded.get(name) ?? loadNamed(name, signal);
    loaded.set(name, loading);
    return loading;
  };
  const access = accessTo(places);
  const threads: { end(): void }[] = [];
  const noted = <Started extends { end(): void }>(thread: Started): Started => {
    threads.push(thread);
    return thread;
  };
  const lab = createLab({
    loadEngine: openSqlEngine,
    openFiles: () => Promise.resolve(folderFileStore(files)),
    fetchPackaged: readPackaged,
    openModel: createModelOpener(places, onProgress, access).openModel,
    access,
    async loadDataset(name, signal) {
      for (const file of examples) {
        const dataset = await load(file, signal);
        if (dataset.manifest.name === name) return dataset;
      }
      return load(name, signal);
    },
    startStatements: () => noted(startStatements()),
    startPrograms: () => noted(startPrograms()),
  });
  return { lab, close: () => threads.forEach((thread) => thread.end()) };
}
