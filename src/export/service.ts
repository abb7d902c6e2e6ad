/** @file What writes runs as files, on both sides of the worker border. Types only. */
import type { TraceEvent } from '../core/trace.ts';

export interface ExportRequest {
  /** The ending of the file's name, one of `RUN_FORMATS`. */
  readonly extension: string;
  readonly title: string;
}

export interface NamedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Writes one run, or puts written ones into one file. Every method rejects with a `LabError`. */
export interface ExportService {
  add(events: readonly TraceEvent[]): Promise<void>;
  /** The file with all events that were added. @throws LabError `name-unknown` for the format */
  write(request: ExportRequest): Promise<Blob>;
  /** The files in one zip, under their names. */
  zip(files: readonly NamedFile[]): Promise<Blob>;
  ping(): Promise<void>;
}

/** The formats, most telling first; `extension` is how a file's name ends. */
export const RUN_FORMATS = [
  { extension: 'html', title: 'one HTML file', type: 'text/html' },
  { extension: 'csv', title: 'a table (CSV)', type: 'text/csv' },
  { extension: 'json', title: 'a table (JSON)', type: 'application/json' },
  { extension: 'jsonl', title: 'events (JSON Lines)', type: 'application/x-ndjson' },
] as const;

export type RunFormat = (typeof RUN_FORMATS)[number]['extension'];
