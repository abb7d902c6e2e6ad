/** @file What an evaluation keeps, as a file for people and as rows of its tasks. */
import type { FileStore } from '../../../core/file-store.ts';
import { asJson, jsonMembers } from '../../../core/json.ts';
import type { Evaluation } from '../../evaluation/evaluation-spec.ts';
import { answerRecord } from '../../evaluation/task-record.ts';
import { readRecords } from '../../evaluation/record-files.ts';
import type { EvaluationHost } from '../../evaluation/run-evaluation.ts';
import { matchingTrace } from '../../evaluation/trace-again.ts';
import { writeRows, type Rows } from './row-file.ts';
import { now } from '../../../core/clock.ts';
import type { Session } from '../session.ts';
import type { EvaluationExport } from '../../evaluation/service.ts';
import { LabError, throwIfAborted, toLabError } from '../../../core/errors.ts';
import { evaluationHtml, type EvaluationFile, type ShownTrace } from '../../../export/evaluation-html.ts';
import { evaluationTitle } from '../../../core/evaluation-name.ts';
import { REASONER_ID, REASONER_TITLE } from '../../../core/reasoner-name.ts';
import { evaluationOf, readHeader, readTable } from '../../evaluation/evaluation-files.ts';
import { TABLE_FORMATS, tableTexts } from '../../evaluation/export-table.ts';
import { shownTasks, type ShownTask } from '../../evaluation/shown-tasks.ts';

/** A file with more would take long to open. */
const MOST_TRACES = 40;

const titleOf = ({ label, record: { task }, cell: { spec } }: ShownTask): string =>
  `${label}, task ${task}, seed ${String(spec.seed)}`;

/** Makes missing traces again, and says which failed. @throws LabError `name-unknown`, `aborted` */
export async function evaluationContent(
  evaluation: Evaluation,
  host: EvaluationHost,
  onProgress: (share: number) => void,
): Promise<EvaluationFile> {
  const { name } = evaluation.spec;
  const table = await readTable(host.files, name);
  const shown = await shownTasks(evaluation, host.files, MOST_TRACES);
  const traces: ShownTrace[] = [];
  let problem = shown.length === 0 ? 'No method did better or worse than the reference anywhere.' : '';
  for (const [done, task] of shown.entries()) {
    throwIfAborted(host.signal);
    onProgress(done / shown.length);
    try {
      const events = await matchingTrace(name, task.cell, task.record, host);
      traces.push({ title: titleOf(task), why: task.why, events });
    } catch (thrown) {
      const error = toLabError(thrown);
      if (error.code !== 'task-impossible') throw thrown instanceof LabError ? thrown : error;
      problem = error.message;
    }
  }
  const { title, synthetic } = host.dataset.manifest;
  const models = new Set(evaluation.cells.map(({ spec }) => spec.model.name));
  const spec = asJson(evaluation.spec);
  return {
    ...{ table, texts: tableTexts(table), spec, traces, withoutTraces: problem },
    title: evaluationTitle(jsonMembers(spec)),
    data: synthetic ? `${title} (synthetic)` : title,
    answeredBy: [...models].map((model) => (model === REASONER_ID ? REASONER_TITLE : model)),
  };
}

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

/** A kept evaluation as a file for the person. @throws LabError `name-unknown`; `task-impossible` where a trace is gone */
export async function exportEvaluation(
  name: string,
  as: EvaluationExport,
  files: FileStore,
  reopened: () => Promise<{ readonly evaluation: Evaluation; readonly session: Session }>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const table = TABLE_FORMATS[as];
  if (table !== undefined) return new Blob([table(await readTable(files, name))]);
  if (as === 'html') {
    const { evaluation, session } = await reopened();
    const content = await evaluationContent(evaluation, { ...session, files, now, signal }, onProgress);
    return new Blob([evaluationHtml(content)], { type: 'text/html' });
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const rows = taskRows(evaluationOf(await readHeader(files, name)), files);
  await writeRows(rows, 'csv', (bytes) => void parts.push(bytes));
  return new Blob(parts);
}
