/** @file A saved run as a file for people or other programs. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { LabError } from '../core/errors.ts';
import { runFile } from '../export/run-file.ts';
import { RUN_FORMATS } from '../export/service.ts';
import { inFile } from './spec-file.ts';
import { say } from './terminal.ts';
import { readTrace } from '../trace/foreign/read-trace.ts';
import type { TraceEvent } from '../core/trace.ts';
import { writeWhole } from './whole-file.ts';

/** Reads a trace, also one that was cut off, and says so. @throws LabError `spec-invalid`, `trace-damaged` naming the line */
function readTraceFile(path: string): readonly TraceEvent[] {
  if (!existsSync(path)) throw new LabError('spec-invalid', `${path} cannot be read; give the path of a trace.`);
  const text = readFileSync(path, 'utf8');
  const events = inFile(path, () => readTrace(text, { partial: true }));
  if (text.trimEnd().split('\n').length > events.length)
    say(`${path}: line ${events.length + 1} is cut off; what is before it is taken.`);
  return events;
}

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
