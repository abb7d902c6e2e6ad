/** @file Which tasks of an evaluation are worth showing whole: where a row did most better and most worse than the base. */
import type { TaskRecord, Values } from '../../core/evaluation.ts';
import { METRICS } from '../../metrics/registry.ts';
import type { FileStore } from '../../core/file-store.ts';
import { answerRecord } from './answer-record.ts';
import type { Evaluation, EvaluationCell, EvaluationRow } from './evaluation-spec.ts';
import { readRecords } from './record-files.ts';

/** A task of a row. */
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

/** The records of a row's first seed, by task. */
async function recordsOf({ spec, cells }: Evaluation, { run }: EvaluationRow, files: FileStore) {
  const cell = cells.find((one) => one.label === run);
  return cell === undefined ? null : { cell, records: await readRecords(files, spec.name, cell.digest) };
}

/**
 * Of each row but the base the task where it did most better and the one where it did most worse, in its first metric and seed; of the base
 * the same tasks. The first of equals by person; nothing where a row is nowhere better or worse.
 * @param most of all tasks together
 */
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
