/** @file A saved run as a file for people or other programs. */
import { basename } from 'node:path';
import { LabError } from '../core/errors.ts';
import { runFile } from '../export/run-file.ts';
import { RUN_FORMATS } from '../export/service.ts';
import { readTraceFile } from './fork-command.ts';
import { writeWhole } from './whole-file.ts';

/** @throws LabError `spec-invalid` for an unknown format */
export function exportRun(run: string, to: string): { readonly file: string; readonly events: number } {
  const format = RUN_FORMATS.find(({ extension }) => to.endsWith(`.${extension}`));
  if (format === undefined) {
    const all = RUN_FORMATS.map(({ extension }) => `.${extension}`).join(', ');
    throw new LabError('spec-invalid', `${to} must end in one of ${all}.`);
  }
  const events = readTraceFile(run);
  writeWhole(to, runFile(events, format.extension, basename(run, '.jsonl')));
  return { file: to, events: events.length };
}
