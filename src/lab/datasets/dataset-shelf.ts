/** @file The datasets that can be opened: those that come with the lab and those that were imported here. */
import type { Dataset, DatasetManifest } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { ColumnMapping } from '../../core/table-columns.ts';
import { importDataset, loadPackagedDataset } from '../../data/import/import-dataset.ts';
import { parseManifest } from '../../data/import/recipes/espalier.ts';
import type { ImportProgress } from '../../data/import/import-progress.ts';
import { namesOf } from '../../data/import/open-sources.ts';
import type { SourceFile } from '../../data/import/source-files.ts';
import { WORDS_FOLDER } from '../../models/word-table.ts';
import { DatasetStore } from '../../data/store/dataset-store.ts';
import type { ImportedDataset } from './import-service.ts';
import type { DatasetEntry, Progress } from '../queries.ts';
import { exampleDatasets, NO_EXAMPLE_DATASETS, type ExampleDatasets } from '../run/example-datasets.ts';
import type { CompleteRunSpec, DatasetSpec } from '../run/run-spec.ts';

export class ExampleShelf implements ExampleDatasets {
  private readonly load: (name: string, signal: AbortSignal) => Promise<Dataset>;
  private readonly loaded = new Map<string, Dataset>();
  private all: ExampleDatasets = NO_EXAMPLE_DATASETS;

  /** @param load as `DatasetShelf` does */
  constructor(load: (name: string, signal: AbortSignal) => Promise<Dataset>) {
    this.load = load;
  }

  async open(sources: readonly DatasetSpec[], signal = new AbortController().signal): Promise<ExampleDatasets> {
    for (const { name } of sources) {
      if (this.loaded.has(name)) continue;
      this.loaded.set(name, await this.load(name, signal));
      this.all = exampleDatasets([...this.loaded.values()]);
    }
    return this;
  }

  /** Loads what the examples of a spec come from. @throws LabError as `open` does */
  async openFor({ tasks }: CompleteRunSpec, signal?: AbortSignal): Promise<void> {
    const { examplesFrom } = tasks.options;
    if (examplesFrom !== undefined) await this.open([examplesFrom], signal);
  }

  find(source: DatasetSpec): Dataset {
    return this.all.find(source);
  }

  close(): void {
    this.loaded.clear();
    this.all = NO_EXAMPLE_DATASETS;
  }
}

export const DEFAULT_DATASET = 'synthetic-films';

const PACKAGED: readonly string[] = [DEFAULT_DATASET];

export type FetchPackaged = (dataset: string, file: string) => Promise<Uint8Array>;

export class DatasetShelf {
  private readonly store: DatasetStore;
  private readonly fetchPackaged: FetchPackaged;
  private readonly loadElsewhere: DatasetShelf['load'] | undefined;

  /** @param loadElsewhere in place of what is kept here */
  constructor(files: FileStore, fetchPackaged: FetchPackaged, loadElsewhere?: DatasetShelf['load']) {
    this.store = new DatasetStore(files);
    this.fetchPackaged = fetchPackaged;
    this.loadElsewhere = loadElsewhere;
  }

  /** Packaged ones first, then by name. */
  async entries(): Promise<readonly DatasetEntry[]> {
    const packaged = await Promise.all(PACKAGED.map((name) => this.packagedEntry(name)));
    const stored = (await this.store.list()).map((entry) => ({ ...entry, packaged: false }));
    return [...packaged, ...stored];
  }

  async load(name: string, signal: AbortSignal): Promise<Dataset> {
    if (this.loadElsewhere !== undefined) return this.loadElsewhere(name, signal);
    if (PACKAGED.includes(name)) return loadPackagedDataset((file) => this.fetchPackaged(name, file), signal);
    return this.store.load(name, signal);
  }

  wordFile(file: string): Promise<Uint8Array> {
    return this.fetchPackaged(WORDS_FOLDER, file);
  }

  /** Reads other files of a dataset that comes with the lab; null for one that does not. */
  packagedFiles(name: string): ((file: string) => Promise<Uint8Array>) | null {
    return PACKAGED.includes(name) ? (file) => this.fetchPackaged(name, file) : null;
  }

  /** Imports files. Failure keeps what was there; a taken name gets a number. @throws LabError `file-…`, `storage-…`, `aborted` */
  async import(
    sources: readonly SourceFile[],
    columns: ColumnMapping | null,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<ImportedDataset> {
    let last: ImportProgress = { phase: '', bytes: 0, totalBytes: 0, rows: 0 };
    const report = (progress: ImportProgress): void => {
      last = progress;
      onProgress({ ...progress, share: progress.totalBytes === 0 ? null : progress.bytes / progress.totalBytes });
    };
    const dataset = await importDataset(sources, { onProgress: report, signal, ...(columns !== null && { columns }) });
    if (PACKAGED.includes(dataset.manifest.name)) {
      throw new LabError(
        'file-invalid',
        `${namesOf(sources)} calls itself ${dataset.manifest.name}, which comes with the lab. Rename it first.`,
      );
    }
    onProgress({ ...last, phase: `Keeping ${dataset.manifest.name}`, share: null });
    const { manifest, wasKept } = freeName(dataset.manifest, await this.store.list());
    await this.store.save({ ...dataset, manifest }, signal);
    const kept = (await this.store.list()).find(({ manifest: { name } }) => name === manifest.name);
    const taken = manifest.name === dataset.manifest.name ? null : dataset.manifest.name;
    return { manifest, packaged: false, bytes: kept?.bytes ?? 0, taken, wasKept };
  }

  /** Nothing happens where there is none. */
  remove(name: string): Promise<void> {
    return this.store.remove(name);
  }

  private async packagedEntry(name: string): Promise<DatasetEntry> {
    const manifest = parseManifest(await this.fetchPackaged(name, 'manifest.json'));
    return { manifest, packaged: true, bytes: 0 };
  }
}

/** The manifest under the first name that is free, or that these very data have. */
function freeName(
  manifest: DatasetManifest,
  kept: readonly { readonly manifest: DatasetManifest }[],
): { readonly manifest: DatasetManifest; readonly wasKept: boolean } {
  const named = new Map(kept.map((one) => [one.manifest.name, one.manifest]));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? manifest.name : `${manifest.name}-${number}`;
    const holder = named.get(name);
    if (holder !== undefined && holder.sha256 !== manifest.sha256) continue;
    if (PACKAGED.includes(name)) continue;
    const title = number === 1 ? manifest.title : `${manifest.title} (${number})`;
    return { manifest: { ...manifest, name, title }, wasKept: holder !== undefined };
  }
}
