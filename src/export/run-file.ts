/** @file A run as a file, by the extension of its name. */
import type { TraceEvent } from '../core/trace.ts';
import { formatTrace } from '../trace/trace-file.ts';
import type { RunFormat } from './run-formats.ts';
import { runHtml } from './run-html.ts';
import { runCsv, runJson } from './run-table.ts';

/** The text of the file. @param title what people call the run */
export function runFile(events: readonly TraceEvent[], format: RunFormat, title: string): string {
  switch (format) {
    case 'html':
      return runHtml(events, title);
    case 'csv':
      return runCsv(events);
    case 'json':
      return JSON.stringify(runJson(events), null, 1);
    case 'jsonl':
      return formatTrace(events);
  }
}
