/**
 * @file The library of models: one list over all engines that keep files in this browser.
 */
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { CatalogueModel, DeviceReport, ModelLibrary, StoredModel } from '../service/model-library.ts';
import { keepBenchmark, readBenchmarks } from './benchmark-file.ts';

/** The models of one engine. */
export interface Shelf extends Pick<
  ModelLibrary,
  'testSource' | 'download' | 'importFiles' | 'verify' | 'remove' | 'removeAll'
> {
  catalogue(device: DeviceReport): Promise<readonly CatalogueModel[]>;
  stored(): Promise<readonly StoredModel[]>;
}

/** What the library needs of where it runs. */
export interface LibraryHost {
  readonly openFiles: () => Promise<FileStore>;
  readonly device: () => Promise<DeviceReport>;
  /** By the engine's name in a spec. */
  readonly shelves: { readonly [engine: string]: Shelf };
}

/** The library over the shelves of a host. */
export function createModelLibrary({ openFiles, device, shelves }: LibraryHost): ModelLibrary {
  const shelfOf = (name: string): Shelf => {
    const [engine = ''] = name.split('/');
    const shelf = shelves[engine];
    if (shelf !== undefined) return shelf;
    const known = Object.keys(shelves).join(', ');
    throw new LabError('name-unknown', `No engine ${JSON.stringify(engine)} keeps models here; one of ${known}.`);
  };
  const all = Object.values(shelves);
  return {
    device,
    async catalogue() {
      const report = await device();
      return (await Promise.all(all.map((shelf) => shelf.catalogue(report)))).flat();
    },
    stored: async () => (await Promise.all(all.map((shelf) => shelf.stored()))).flat(),
    testSource: async (name, ...rest) => shelfOf(name).testSource(name, ...rest),
    download: async (name, ...rest) => shelfOf(name).download(name, ...rest),
    importFiles: async (name, ...rest) => shelfOf(name).importFiles(name, ...rest),
    verify: async (name, ...rest) => shelfOf(name).verify(name, ...rest),
    remove: async (name, source) => shelfOf(name).remove(name, source),
    async removeAll() {
      for (const shelf of all) await shelf.removeAll();
    },
    benchmarks: async () => readBenchmarks(await openFiles()),
    keepBenchmark: async (benchmark) => keepBenchmark(await openFiles(), benchmark),
  };
}
