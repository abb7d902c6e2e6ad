/** @file The events of a run that was saved as a file. */
import type { TraceEvent } from '../../../core/trace.ts';
import { eventsInHtml } from '../../../export/html-text.ts';

/** Reads JSON Lines, or the page of a saved picture, which has them in it. @throws LabError `trace-damaged` */
export async function readEvents(file: File): Promise<readonly TraceEvent[]> {
  const [text, { readTrace }] = await Promise.all([file.text(), import('../../../trace/foreign/read-trace.ts')]);
  return readTrace(file.name.endsWith('.html') ? (eventsInHtml(text) ?? '') : text);
}
