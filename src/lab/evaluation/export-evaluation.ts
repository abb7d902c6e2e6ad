/** @file A kept evaluation as a file for the person. */
import { now } from '../../core/clock.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import { evaluationHtml } from '../../export/evaluation-html.ts';
import { evaluationOf, readHeader, readTable } from './evaluation-files.ts';
import type { Evaluation } from './evaluation-spec.ts';
import { TABLE_FORMATS } from './export-table.ts';
import { countRecords } from './record-files.ts';
import { evaluationContent } from '../run/export/evaluation-rows.ts';
import { taskRows, traceRows } from '../run/export/evaluation-rows.ts';
import { writeRows, type RowFormat, type Rows } from '../run/export/row-file.ts';
import type { Session } from '../run/session.ts';
import type { EvaluationExport } from './service.ts';

export interface ExportHost {
  readonly files: FileStore;
  readonly session: () => Promise<{ readonly evaluation: Evaluation; readonly session: Session }>;
  /** Told the share that is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

async function traces(name: string, { files, session, onProgress, signal }: ExportHost): Promise<Rows> {
  const { evaluation, session: opened } = await session();
  const counts = await countRecords(files, name);
  const total = evaluation.cells.reduce((sum, { digest }) => sum + (counts.get(digest) ?? 0), 0);
  let done = 0;
  return traceRows(evaluation, { ...opened, files, now, signal }, () => {
    throwIfAborted(signal);
    done += 1;
    onProgress(done / total);
  });
}

async function wholeEvaluation({ files, session, onProgress, signal }: ExportHost): Promise<string> {
  const { evaluation, session: opened } = await session();
  return evaluationHtml(await evaluationContent(evaluation, { ...opened, files, now, signal }, onProgress));
}

async function rowsOf(what: string, name: string, host: ExportHost): Promise<Rows> {
  const { files } = host;
  if (what === 'tasks') return taskRows(evaluationOf(await readHeader(files, name)), files);
  return traces(name, host);
}

/** @throws LabError `name-unknown`; `task-impossible` where a trace can neither be read nor made again */
export async function exportEvaluation(name: string, as: EvaluationExport, host: ExportHost): Promise<Blob> {
  const { files } = host;
  const [what = '', format = ''] = as.split('.');
  const table = TABLE_FORMATS[what];
  if (table !== undefined) return new Blob([table(await readTable([files], name))]);
  if (as === 'html') return new Blob([await wholeEvaluation(host)], { type: 'text/html' });
  const rows = await rowsOf(what, name, host);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await writeRows(rows, format as RowFormat, (bytes) => void parts.push(bytes));
  return new Blob(parts);
}
