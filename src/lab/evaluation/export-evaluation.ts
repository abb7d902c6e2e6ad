/** @file A kept evaluation as a file for the person. */
import { now } from '../../core/clock.ts';
import type { FileStore } from '../../core/file-store.ts';
import { evaluationHtml } from '../../export/evaluation-html.ts';
import { evaluationOf, readHeader, readTable } from './evaluation-files.ts';
import type { Evaluation } from './evaluation-spec.ts';
import { TABLE_FORMATS } from './export-table.ts';
import { evaluationContent, taskRows } from '../run/export/evaluation-rows.ts';
import { writeRows } from '../run/export/row-file.ts';
import type { Session } from '../run/session.ts';
import type { EvaluationExport } from './service.ts';

export interface ExportHost {
  readonly files: FileStore;
  readonly session: () => Promise<{ readonly evaluation: Evaluation; readonly session: Session }>;
  /** Told the share that is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

async function wholeEvaluation({ files, session, onProgress, signal }: ExportHost): Promise<string> {
  const { evaluation, session: opened } = await session();
  return evaluationHtml(await evaluationContent(evaluation, { ...opened, files, now, signal }, onProgress));
}

/** @throws LabError `name-unknown`; `task-impossible` where a trace can neither be read nor made again */
export async function exportEvaluation(name: string, as: EvaluationExport, host: ExportHost): Promise<Blob> {
  const { files } = host;
  const table = TABLE_FORMATS[as];
  if (table !== undefined) return new Blob([table(await readTable(files, name))]);
  if (as === 'html') return new Blob([await wholeEvaluation(host)], { type: 'text/html' });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const rows = taskRows(evaluationOf(await readHeader(files, name)), files);
  await writeRows(rows, 'csv', (bytes) => void parts.push(bytes));
  return new Blob(parts);
}
