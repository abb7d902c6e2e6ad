/** @file What writes runs as files, on both sides of the worker border. Types only. */
import type { TraceEvent } from '../core/trace.ts';

export interface ExportRequest {
  readonly extension: string;
  readonly title: string;
}

export interface NamedFile {
  readonly name: string;
  readonly file: Blob;
}

export interface ExportService {
  add(events: readonly TraceEvent[]): Promise<void>;
  /** @throws LabError `name-unknown` for the format */
  write(request: ExportRequest): Promise<Blob>;
  zip(files: readonly NamedFile[]): Promise<Blob>;
}

export const RUN_FORMATS = [
  { extension: 'html', title: 'one HTML file', type: 'text/html' },
  { extension: 'svg', title: 'a picture of the tree (SVG)', type: 'image/svg+xml' },
  { extension: 'csv', title: 'a table (CSV)', type: 'text/csv' },
  { extension: 'jsonl', title: 'events (JSON Lines)', type: 'application/x-ndjson' },
] as const;

export type RunFormat = (typeof RUN_FORMATS)[number]['extension'];
