/** @file Specs as files of the disk. */
import { readFileSync } from 'node:fs';
import { LabError, toLabError } from '../core/errors.ts';
import type { TraceEvent } from '../core/trace.ts';
import { formatTrace } from '../trace/trace-file.ts';
import { beginFile } from './whole-file.ts';

export interface EventFile {
  write(event: TraceEvent): void;
  /** Gives the file its name. @returns what kept events from being written, which ends no run; else null */
  close(): LabError | null;
}

/** Begins a file of events in an existing folder; with a null path nothing is written. @throws LabError `storage-failed` */
export function openEventFile(path: string | null): EventFile {
  if (path === null) return { write: () => undefined, close: () => null };
  const file = beginFile(path);
  let failure: LabError | null = null;
  let isOpen = true;
  const attempt = (act: () => void): void => {
    if (!isOpen) return;
    try {
      act();
    } catch (thrown) {
      failure = toLabError(thrown);
      isOpen = false;
      file.drop();
    }
  };
  return {
    write: (event) => attempt(() => file.write(formatTrace([event]))),
    close() {
      attempt(() => file.keep());
      isOpen = false;
      return failure;
    },
  };
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

export function inFile<Value>(path: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (thrown) {
    const { code, message, details } = toLabError(thrown);
    throw new LabError(code, `${path}: ${message}`, details, { cause: thrown });
  }
}
