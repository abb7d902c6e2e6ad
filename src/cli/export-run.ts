/** @file A saved run as a file for people or for other programs. */
import { statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { LabError } from '../core/errors.ts';
import { runFile } from '../export/run-file.ts';
import { RUN_FORMATS } from '../export/run-formats.ts';
import { readTraceFile } from './fork-command.ts';

/** What the command prints. */
export interface ExportedRun {
  readonly file: string;
  readonly events: number;
}

/** Writes it. @throws LabError `spec-invalid` where the file's extension is no format, `trace-damaged` */
export function exportRun(run: string, to: string): ExportedRun {
  // `.otlp.json` ends in `.json` too, and stands before it.
  const format = RUN_FORMATS.find(({ extension }) => to.endsWith(`.${extension}`));
  if (format === undefined) {
    const all = RUN_FORMATS.map(({ extension }) => `.${extension}`).join(', ');
    throw new LabError('spec-invalid', `${to} must end in one of ${all}.`);
  }
  const events = readTraceFile(run);
  // The trace has times since its beginning alone; its last event was written when the file was.
  const startedAt = statSync(run).mtimeMs - (events.at(-1)?.time ?? 0);
  writeFileSync(to, runFile(events, format.extension, { title: basename(run, '.jsonl'), startedAt }));
  return { file: to, events: events.length };
}
