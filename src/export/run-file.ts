/** @file A run as a file, by the extension of its name. */
import type { TraceEvent } from '../core/trace.ts';
import { formatTrace } from '../trace/trace-file.ts';
import type { RunFormat } from './run-formats.ts';
import { runHtml } from './run-html.ts';
import { runJupyter } from './run-jupyter.ts';
import { runSpans } from './run-spans.ts';
import { runCsv, runJson } from './run-table.ts';

/**
 * The text of the file.
 * @param about what people call the run, and when it began, in milliseconds since 1970
 */
export function runFile(
  events: readonly TraceEvent[],
  format: RunFormat,
  { title, startedAt }: { readonly title: string; readonly startedAt: number },
): string {
  switch (format) {
    case 'html':
      return runHtml(events, title);
    case 'ipynb':
      return JSON.stringify(runJupyter(events, title), null, 1);
    case 'otlp.json':
      return JSON.stringify(runSpans(events, startedAt));
    case 'csv':
      return runCsv(events);
    case 'json':
      return JSON.stringify(runJson(events), null, 1);
    case 'jsonl':
      return formatTrace(events);
  }
}
