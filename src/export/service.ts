/** @file What writes runs as files, on both sides of the worker border. Types only. */
import type { TraceEvent } from '../core/trace.ts';

/** What is written. */
export interface ExportRequest {
  /** The ending of the file's name, as `src/export/run-formats.ts` lists them. */
  readonly extension: string;
  /** What people call the run. */
  readonly title: string;
}

/** A file with its name. */
export interface NamedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Writes one run, or puts written ones into one file. Every method rejects with a `LabError`. */
export interface ExportService {
  /** More events of the run, in their order. */
  add(events: readonly TraceEvent[]): Promise<void>;
  /** The file with all events that were added. @throws LabError `name-unknown` for the format */
  write(request: ExportRequest): Promise<Blob>;
  /** The files in one zip, under their names. */
  zip(files: readonly NamedFile[]): Promise<Blob>;
  /** Resolves at once. */
  ping(): Promise<void>;
}

/** The formats, most telling first; `extension` is how a file's name ends. */
export const RUN_FORMATS = [
  { extension: 'html', title: 'one HTML file', type: 'text/html' },
  { extension: 'csv', title: 'a table (CSV)', type: 'text/csv' },
  { extension: 'json', title: 'a table (JSON)', type: 'application/json' },
  { extension: 'jsonl', title: 'events (JSON Lines)', type: 'application/x-ndjson' },
] as const;

/** How a run can be written. */
export type RunFormat = (typeof RUN_FORMATS)[number]['extension'];
