/** @file The file of a trace, written event by event, so that a process that is killed leaves all that had happened. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { TraceEvent } from '../core/trace.ts';
import { formatTrace } from '../trace/trace-file.ts';

/** A file that is open. */
export interface EventFile {
  write(event: TraceEvent): void;
  close(): void;
}

/** Starts an empty file in an existing folder; with a null path nothing is written. */
export function openEventFile(path: string | null): EventFile {
  if (path === null) return { write: () => undefined, close: () => undefined };
  const file = openSync(path, 'w');
  return { write: (event) => void writeSync(file, formatTrace([event])), close: () => closeSync(file) };
}
