/** @file Specs as files of the disk. */
import { readFileSync, closeSync, openSync, writeSync } from 'node:fs';
import { LabError, toLabError } from '../core/errors.ts';
import type { TraceEvent } from '../core/trace.ts';
import { formatTrace } from '../trace/trace-file.ts';

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

/** Reads a file as JSON. @throws LabError `spec-invalid` */
export function readSpec(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new LabError('spec-invalid', 'the file cannot be read; give the path of a spec.', null, { cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new LabError('spec-invalid', `it is not JSON: ${(cause as Error).message}.`, null, { cause });
  }
}

/** Says in which file a field is wrong. */
export function inFile<Value>(path: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (thrown) {
    const { code, message, details } = toLabError(thrown);
    throw new LabError(code, `${path}: ${message}`, details, { cause: thrown });
  }
}
