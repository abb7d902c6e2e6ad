/** @file Imports, as the import worker answers them. */
import type { FileStore } from '../../core/file-store.ts';
import { lookAt } from '../../data/import/import-dataset.ts';
import { sourceFromUrl, textAt } from '../../data/import/remote-source.ts';
import { sourceFromBlob, type SourceFile } from '../../data/import/source-files.ts';
import { LIMITS } from '../../notebook/plain-json.ts';
import type { ImportService, ImportSource } from './import-service.ts';
import { DatasetShelf, type FetchPackaged } from './dataset-shelf.ts';

export interface ImportHost {
  openFiles(): Promise<FileStore>;
  readonly fetchPackaged: FetchPackaged;
}

async function sourcesOf(source: ImportSource, signal: AbortSignal): Promise<readonly SourceFile[]> {
  if (typeof source === 'string') return [await sourceFromUrl(source, signal)];
  return source.map(({ path, file }) => sourceFromBlob(path, file));
}

export function createImportService(host: ImportHost): ImportService {
  return {
    look: async (source, signal) => lookAt(await sourcesOf(source, signal), signal),
    text: (url, signal) => textAt(url, LIMITS.file, signal),
    async import(source, columns, onProgress, signal) {
      const shelf = new DatasetShelf(await host.openFiles(), host.fetchPackaged);
      return shelf.import(await sourcesOf(source, signal), columns, onProgress, signal);
    },
  };
}
