/** @file The tasks of a row that are done, each beside the base's. */
import type { TaskRecord, Values } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import { answerValues } from './task-record.ts';
import type { Evaluation, EvaluationRow } from './evaluation-spec.ts';
import { readRecords } from './record-files.ts';
import { itemOfTask, type LabelledTask } from '../../core/task.ts';
import { createSplit, createTasks } from '../run/registry.ts';
import type { RunHost } from '../run/run-host.ts';
import type { EvaluatedTask } from './service.ts';

/** What a task is about: the film to be rated or written about, or the one that was chosen. */
function itemOf({ task, truth }: LabelledTask): string {
  return itemOfTask(task)?.title ?? (truth?.type === 'choice' ? truth.item.title : '');
}

async function recordsBySeed(
  { spec, cells }: Evaluation,
  { run }: EvaluationRow,
  files: FileStore,
): Promise<Map<number, ReadonlyMap<string, TaskRecord>>> {
  const records = new Map<number, ReadonlyMap<string, TaskRecord>>();
  for (const cell of cells) {
    if (cell.label === run) records.set(cell.spec.seed, await readRecords(files, spec.name, cell.digest));
  }
  return records;
}

export async function evaluatedTasks(
  evaluation: Evaluation,
  label: string,
  { dataset, examples }: Pick<RunHost, 'dataset' | 'examples'>,
  files: FileStore,
): Promise<EvaluatedTask[]> {
  const row = evaluation.rows.find((one) => one.label === label);
  const base = evaluation.rows.find((one) => one.label === evaluation.base);
  if (row === undefined || base === undefined) return [];
  const own = await recordsBySeed(evaluation, row, files);
  const others = label === base.label ? null : await recordsBySeed(evaluation, base, files);
  return evaluation.cells
    .filter((cell) => cell.label === row.run)
    .flatMap(({ spec }) => {
      const valuesOf = ({ values }: TaskRecord, { answer }: EvaluationRow): Values =>
        answerValues(values, answer, spec.metrics);
      return createTasks(spec, dataset, createSplit(spec, dataset), examples).flatMap((task): EvaluatedTask[] => {
        const record = own.get(spec.seed)?.get(task.id);
        if (record === undefined) return [];
        const other = others?.get(spec.seed)?.get(task.id);
        return [
          {
            seed: spec.seed,
            task: task.id,
            person: task.task.user.name,
            item: itemOf(task),
            record,
            values: valuesOf(record, row),
            base: other === undefined ? null : { record: other, values: valuesOf(other, base) },
          },
        ];
      });
    });
}
