/**
 * @file The datasets that can be opened: those that come with the lab and those that were imported here.
 */
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import type { FileStore } from '../core/file-store.ts';
import type { ColumnMapping } from '../core/table-columns.ts';
import { importDataset } from '../data/import/import-dataset.ts';
import { parseManifest } from '../data/import/espalier-manifest.ts';
import type { ImportProgress } from '../data/import/import-progress.ts';
import { namesOf } from '../data/import/open-sources.ts';
import { loadPackagedDataset } from '../data/import/packaged-dataset.ts';
import type { SourceFile } from '../data/import/source.ts';
import { DatasetStore } from '../data/store/dataset-store.ts';
import type { DatasetEntry, Progress } from '../wire/lab-service.ts';

/** The dataset that the lab opens with. */
export const DEFAULT_DATASET = 'synthetic-films';

/** The folders of `datasets/` that come with the lab. */
const PACKAGED: readonly string[] = [DEFAULT_DATASET];

/** The bytes of a file that comes with a packaged dataset. */
export type FetchPackaged = (dataset: string, file: string) => Promise<Uint8Array>;

/** The datasets that can be opened. */
export class DatasetShelf {
  private readonly store: DatasetStore;
  private readonly fetchPackaged: FetchPackaged;

  constructor(files: FileStore, fetchPackaged: FetchPackaged) {
    this.store = new DatasetStore(files);
    this.fetchPackaged = fetchPackaged;
  }

  /** Packaged ones first, then by name. */
  async entries(): Promise<readonly DatasetEntry[]> {
    const packaged = await Promise.all(PACKAGED.map((name) => this.packagedEntry(name)));
    const stored = (await this.store.list()).map((entry) => ({ ...entry, packaged: false }));
    return [...packaged, ...stored];
  }

  /** @throws LabError `name-unknown`, `file-damaged`, `aborted` */
  async load(name: string, signal: AbortSignal): Promise<Dataset> {
    if (PACKAGED.includes(name)) return loadPackagedDataset((file) => this.fetchPackaged(name, file), signal);
    return this.store.load(name, signal);
  }

  /** Reads other files of a dataset that comes with the lab; null for one that does not. */
  packagedFiles(name: string): ((file: string) => Promise<Uint8Array>) | null {
    return PACKAGED.includes(name) ? (file) => this.fetchPackaged(name, file) : null;
  }

  /**
   * Reads files that belong together and keeps what is in them; where that fails, what was kept before is still there.
   * @param columns which column of a table is what; guessed where null
   */
  async import(
    sources: readonly SourceFile[],
    columns: ColumnMapping | null,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<DatasetEntry> {
    let last: ImportProgress = { phase: '', bytes: 0, totalBytes: 0, rows: 0 };
    const report = (progress: ImportProgress): void => {
      last = progress;
      onProgress({ ...progress, share: progress.totalBytes === 0 ? null : progress.bytes / progress.totalBytes });
    };
    const dataset = await importDataset(sources, { onProgress: report, signal, ...(columns !== null && { columns }) });
    const { name } = dataset.manifest;
    if (PACKAGED.includes(name)) {
      throw new LabError(
        'file-invalid',
        `${namesOf(sources)} calls itself ${name}, which comes with the lab. Rename it first.`,
      );
    }
    onProgress({ ...last, phase: `Keeping ${name}`, share: null });
    await this.store.save(dataset, signal);
    const kept = (await this.store.list()).find(({ manifest }) => manifest.name === name);
    return { manifest: dataset.manifest, packaged: false, bytes: kept?.bytes ?? 0 };
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
