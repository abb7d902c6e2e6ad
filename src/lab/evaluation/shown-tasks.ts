/** @file Which tasks of an evaluation are worth showing whole: where a row did most better and most worse than the base. */
import type { TaskRecord, Values } from '../../core/evaluation.ts';
import { METRICS } from '../../metrics/registry.ts';
import type { FileStore } from '../../core/file-store.ts';
import { answerRecord, answerValues } from './task-record.ts';
import type { Evaluation, EvaluationCell, EvaluationRow } from './evaluation-spec.ts';
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

/** The tasks of a row that are done, in the order of seeds and people. */
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

export interface ShownTask {
  readonly label: string;
  readonly cell: EvaluationCell;
  readonly record: TaskRecord;
  /** Why it is shown. */
  readonly why: string;
}

interface Pair {
  readonly cell: EvaluationCell;
  readonly record: TaskRecord;
  /** How much better than the base, in the metric; above 0 is better. */
  readonly gain: number;
}

async function recordsOf({ spec, cells }: Evaluation, { run }: EvaluationRow, files: FileStore) {
  const cell = cells.find((one) => one.label === run);
  return cell === undefined ? null : { cell, records: await readRecords(files, spec.name, cell.digest) };
}

/** For each row but the base its best and its worst task against the base; `most` bounds the number of all tasks. */
export async function shownTasks(
  evaluation: Evaluation,
  files: FileStore,
  most: number,
): Promise<readonly ShownTask[]> {
  const base = evaluation.rows.find(({ label }) => label === evaluation.base);
  const held = base === undefined ? null : await recordsOf(evaluation, base, files);
  if (base === undefined || held === null) return [];
  const [name = ''] = held.cell.spec.metrics;
  const sign = METRICS.find((metric) => metric.name === name)?.higherIsBetter === false ? -1 : 1;
  const valuesOf = (record: TaskRecord, { answer }: EvaluationRow): Values =>
    answerRecord(record, answer, [name]).values;
  const shown: ShownTask[] = [];
  for (const row of evaluation.rows) {
    const own = row === base ? null : await recordsOf(evaluation, row, files);
    if (own === null) continue;
    const pairs = [...own.records.values()]
      .toSorted((a, b) => a.person - b.person || (a.task < b.task ? -1 : 1))
      .flatMap((record): Pair[] => {
        const other = held.records.get(record.task);
        const [value, than] = [valuesOf(record, row)[name], other && valuesOf(other, base)[name]];
        return value === undefined || than === undefined
          ? []
          : [{ cell: own.cell, record, gain: sign * (value - than) }];
      });
    const best = extreme(pairs, 1);
    const worst = extreme(pairs, -1);
    for (const [pair, word] of [[best, 'better'] as const, [worst, 'worse'] as const]) {
      if (pair === null) continue;
      const why = `${row.label} did most ${word} than ${base.label} here, by ${name}`;
      const other = held.records.get(pair.record.task);
      shown.push({ label: row.label, cell: pair.cell, record: pair.record, why });
      if (other !== undefined)
        shown.push({ label: base.label, cell: held.cell, record: other, why: `the same task under ${base.label}` });
    }
  }
  return shown.slice(0, most);
}

/** The first pair of the largest gain in a direction; null where none gains there. */
function extreme(pairs: readonly Pair[], direction: 1 | -1): Pair | null {
  let found: Pair | null = null;
  for (const pair of pairs) {
    if (pair.gain * direction > (found === null ? 0 : found.gain * direction)) found = pair;
  }
  return found;
}
