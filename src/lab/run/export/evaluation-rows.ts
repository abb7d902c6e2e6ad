/** @file What an evaluation keeps, as a file for people and as rows of its tasks. */
import type { FileStore } from '../../../core/file-store.ts';
import { evaluationOf, readHeader, readTable } from '../../evaluation/evaluation-files.ts';
import type { Evaluation } from '../../evaluation/evaluation-spec.ts';
import { TABLE_FORMATS } from '../../evaluation/export-table.ts';
import { readRecords } from '../../evaluation/record-files.ts';
import type { EvaluationExport } from '../../evaluation/service.ts';
import { answerRecord } from '../../evaluation/task-record.ts';
import { writeRows, type Rows } from './row-file.ts';

/** The tasks of each row of an evaluation, a column for each metric; values of failed tasks are those of a miss. */
export function taskRows(evaluation: Evaluation, files: FileStore): Rows {
  const metrics = [...new Set(evaluation.cells.flatMap(({ spec }) => spec.metrics))];
  const numbers = ['position', 'modelCalls', 'toolCalls', 'tokens', 'seconds'] as const;
  return {
    columns: ['method', 'seed', 'task', 'person', 'error', ...numbers, ...metrics],
    async *rows() {
      for (const { label, run, answer } of evaluation.rows) {
        const cells = evaluation.cells.filter((cell) => cell.label === run);
        for (const { digest, spec } of cells) {
          const records = [...(await readRecords(files, evaluation.spec.name, digest)).values()];
          records.sort((a, b) => a.person - b.person || (a.task < b.task ? -1 : 1));
          for (const one of records) {
            const { task, person, error, ...record } = answerRecord(one, answer, metrics);
            const costs = Object.fromEntries(numbers.map((name) => [name, record[name]]));
            const values = Object.fromEntries(metrics.map((name) => [name, record.values[name] ?? null]));
            yield { method: label, seed: spec.seed, task, person, error, ...costs, ...values };
          }
        }
      }
    },
  };
}

/** A kept evaluation as a file for the person. @throws LabError `name-unknown` */
export async function exportEvaluation(name: string, as: EvaluationExport, files: FileStore): Promise<Blob> {
  const table = TABLE_FORMATS[as];
  if (table !== undefined) return new Blob([table(await readTable(files, name))]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const rows = taskRows(evaluationOf(await readHeader(files, name)), files);
  await writeRows(rows, (bytes) => void parts.push(bytes));
  return new Blob(parts);
}
