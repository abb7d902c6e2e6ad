/** @file A saved run as a file for people or for other programs. */
import { writeFileSync } from 'node:fs';
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
  const format = RUN_FORMATS.find(({ extension }) => to.endsWith(`.${extension}`));
  if (format === undefined) {
    const all = RUN_FORMATS.map(({ extension }) => `.${extension}`).join(', ');
    throw new LabError('spec-invalid', `${to} must end in one of ${all}.`);
  }
  const events = readTraceFile(run);
  writeFileSync(to, runFile(events, format.extension, basename(run, '.jsonl')));
  return { file: to, events: events.length };
}
