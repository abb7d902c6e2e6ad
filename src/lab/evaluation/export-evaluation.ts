/** @file A kept evaluation as a file for the person. */
import type { FileStore } from '../../core/file-store.ts';
import { evaluationOf, readHeader, readTable } from './evaluation-files.ts';
import { TABLE_FORMATS } from './export-table.ts';
import { taskRows } from '../run/export/evaluation-rows.ts';
import { writeRows } from '../run/export/row-file.ts';
import type { EvaluationExport } from './service.ts';

/** @throws LabError `name-unknown` */
export async function exportEvaluation(name: string, as: EvaluationExport, files: FileStore): Promise<Blob> {
  const table = TABLE_FORMATS[as];
  if (table !== undefined) return new Blob([table(await readTable([files], name))]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const rows = taskRows(evaluationOf(await readHeader(files, name)), files);
  await writeRows(rows, 'csv', (bytes) => void parts.push(bytes));
  return new Blob(parts);
}
