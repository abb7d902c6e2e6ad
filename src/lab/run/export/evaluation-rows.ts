/** @file What an evaluation keeps, as rows: its tasks, and the events of their traces. */
import type { TaskRecord } from '../../../core/evaluation.ts';
import type { FileStore } from '../../../core/file-store.ts';
import { asJson } from '../../../core/json.ts';
import type { Evaluation, EvaluationCell } from '../../evaluation/evaluation-spec.ts';
import { answerRecord } from '../../evaluation/task-record.ts';
import { readRecords } from '../../evaluation/record-files.ts';
import type { EvaluationHost } from '../../evaluation/run-evaluation.ts';
import { matchingTrace } from '../../evaluation/trace-again.ts';
import type { Row, Rows } from './row-file.ts';

const OF_A_TASK = ['method', 'seed', 'task'] as const;

export interface KeptTask {
  readonly cell: EvaluationCell;
  readonly record: TaskRecord;
}

/** Every kept task, cell by cell, in the order of people. */
export async function* keptTasks(
  { name }: Evaluation['spec'],
  cells: readonly EvaluationCell[],
  files: FileStore,
): AsyncGenerator<KeptTask, void, undefined> {
  for (const cell of cells) {
    const records = [...(await readRecords(files, name, cell.digest)).values()];
    records.sort((a, b) => a.person - b.person || (a.task < b.task ? -1 : 1));
    for (const record of records) yield { cell, record };
  }
}

export const headOf = (method: string, { cell, record }: KeptTask): Row => ({
  method,
  seed: cell.spec.seed,
  task: record.task,
});

/** The tasks of each row of an evaluation, a column for each metric; values of failed tasks are those of a miss. */
export function taskRows(evaluation: Evaluation, files: FileStore): Rows {
  const metrics = [...new Set(evaluation.cells.flatMap(({ spec }) => spec.metrics))];
  const numbers = ['position', 'modelCalls', 'toolCalls', 'tokens', 'seconds'] as const;
  return {
    columns: [...OF_A_TASK, 'person', 'error', ...numbers, ...metrics],
    async *rows() {
      for (const { label, run, answer } of evaluation.rows) {
        const cells = evaluation.cells.filter((cell) => cell.label === run);
        for await (const kept of keptTasks(evaluation.spec, cells, files)) {
          const record = answerRecord(kept.record, answer, metrics);
          const costs = Object.fromEntries(numbers.map((name) => [name, record[name]]));
          const values = Object.fromEntries(metrics.map((name) => [name, record.values[name] ?? null]));
          yield { ...headOf(label, kept), person: record.person, error: record.error, ...costs, ...values };
        }
      }
    },
  };
}

/** The events of every task's trace. Missing traces are made again; reading throws as `matchingTrace` does. */
export function traceRows(evaluation: Evaluation, host: EvaluationHost, onTask: () => void): Rows {
  return {
    columns: [...OF_A_TASK, 'seq', 'time', 'node', 'type', 'event'],
    async *rows() {
      for await (const kept of keptTasks(evaluation.spec, evaluation.cells, host.files)) {
        for (const event of await matchingTrace(evaluation.spec.name, kept.cell, kept.record, host)) {
          const { seq, time, node, type } = event;
          yield { ...headOf(kept.cell.label, kept), seq, time, node, type, event: asJson(event) };
        }
        onTask();
      }
    },
  };
}
