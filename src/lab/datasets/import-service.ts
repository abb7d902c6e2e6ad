/** @file What the import worker offers. It lives as long as a task. Types only. */
import type { ColumnMapping, ImportLook } from '../../core/table-columns.ts';
import type { ExportService } from '../../export/service.ts';
import type { DatasetEntry, Progress } from '../queries.ts';

export interface NamedFile {
  readonly path: string;
  readonly file: File;
}

export type ImportSource = readonly NamedFile[];

export interface ImportedDataset extends DatasetEntry {
  /** The name that it gives itself, where another dataset has that and this one is kept under a number behind it; null elsewhere. */
  readonly taken: string | null;
  /** True where the very same data were kept here before. */
  readonly wasKept: boolean;
}

/** The import worker on its own side of the border; every method rejects with a `LabError`. */
export interface ImportService extends ExportService {
  /** What would be read and left over, and the beginning of a table that no format knows by its columns. */
  look(source: ImportSource, signal: AbortSignal): Promise<ImportLook>;
  /** Reads a dataset and keeps it; see `DatasetShelf.import`. @param columns of a table; guessed from their names where null */
  import(
    source: ImportSource,
    columns: ColumnMapping | null,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<ImportedDataset>;
  /** Markdown as HTML that is not safe yet; see `markdownHtml`. */
  html(text: string): Promise<string>;
  /** Resolves once a text can be formatted. */
  ready(): Promise<void>;
}
