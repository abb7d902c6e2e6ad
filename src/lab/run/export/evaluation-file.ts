/** @file What a whole evaluation in one file holds: its table, its texts, its spec, and the traces that are worth showing. */
import { LabError, throwIfAborted, toLabError } from '../../../core/errors.ts';
import { asJson } from '../../../core/json.ts';
import type { EvaluationFile, ShownTrace } from '../../../export/evaluation-html.ts';
import { evaluationTitle } from '../../../core/evaluation-name.ts';
import { jsonMembers } from '../../../core/json.ts';
import { REASONER_ID, REASONER_TITLE } from '../../../core/reasoner-name.ts';
import { readTable } from '../../evaluation/evaluation-files.ts';
import type { Evaluation } from '../../evaluation/evaluation-spec.ts';
import { tableTexts } from '../../evaluation/export-table.ts';
import type { EvaluationHost } from '../../evaluation/run-evaluation.ts';
import { shownTasks, type ShownTask } from '../../evaluation/shown-tasks.ts';
import { matchingTrace } from '../../evaluation/trace-again.ts';

/** A file with more would take long to open. */
const MOST_TRACES = 40;

const titleOf = ({ label, record: { task }, cell: { spec } }: ShownTask): string =>
  `${label}, task ${task}, seed ${String(spec.seed)}`;

/**
 * Reads the evaluation and makes the traces again that were not kept; one that cannot be made again is left out, and the file says why.
 * @param onProgress told the share that is done, from 0 to 1
 * @throws LabError `name-unknown` where nothing is kept under the name, `aborted`
 */
export async function evaluationContent(
  evaluation: Evaluation,
  host: EvaluationHost,
  onProgress: (share: number) => void,
): Promise<EvaluationFile> {
  const { name } = evaluation.spec;
  const table = await readTable([host.files], name);
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
