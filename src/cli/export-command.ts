/** @file A saved run, or a whole evaluation, as a file for people. */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { now } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import { evaluationHtml } from '../export/evaluation-html.ts';
import { runFile } from '../export/run-file.ts';
import { RUN_FORMATS } from '../export/service.ts';
import { exampleSourcesOf } from '../lab/evaluation/evaluation-spec.ts';
import { evaluationOf, keptEvaluations, readHeader } from '../lab/evaluation/evaluation-files.ts';
import { evaluationContent } from '../lab/run/export/evaluation-rows.ts';
import { folderFileStore } from './folder-file-store.ts';
import type { ModelPlaces } from './open-model.ts';
import { openSpec, type DatasetFiles } from './open-session.ts';
import { inFile } from './spec-file.ts';
import { say } from './terminal.ts';
import { readTrace } from '../trace/foreign/read-trace.ts';
import type { TraceEvent } from '../core/trace.ts';
import { writeWhole } from './whole-file.ts';

export interface ExportOptions extends DatasetFiles {
  /** Its extension says the format. */
  readonly to: string;
  readonly out: string;
  /** An evaluation; the only one in `out` where null. */
  readonly evaluation: string | null;
  readonly files: string;
  readonly places: ModelPlaces;
}

/** Reads a trace, also one that was cut off, and says so. @throws LabError `spec-invalid`, `trace-damaged` naming the line */
function readTraceFile(path: string): readonly TraceEvent[] {
  if (!existsSync(path)) throw new LabError('spec-invalid', `${path} cannot be read; give the path of a trace.`);
  const text = readFileSync(path, 'utf8');
  const events = inFile(path, () => readTrace(text, { partial: true }));
  if (text.trimEnd().split('\n').length > events.length)
    say(`${path}: line ${events.length + 1} is cut off; what is before it is taken.`);
  return events;
}

export function exportRun(run: string, to: string): { readonly file: string; readonly events: number } {
  const format = RUN_FORMATS.find(({ extension }) => to.endsWith(`.${extension}`));
  if (format === undefined) {
    const all = RUN_FORMATS.map(({ extension }) => `.${extension}`).join(', ');
    throw new LabError('spec-invalid', `${to} must end in one of ${all}.`);
  }
  const events = readTraceFile(run);
  writeWhole(to, runFile(events, format.extension, basename(run, '.jsonl')));
  return { file: to, events: events.length };
}

/** Writes an evaluation as one HTML file. @throws LabError `spec-invalid`; `task-impossible` for another dataset */
export async function exportEvaluation(
  options: ExportOptions,
  tell: (text: string) => void,
): Promise<{ readonly file: string; readonly rows: number }> {
  const { to, out } = options;
  if (!to.endsWith('.html')) throw new LabError('spec-invalid', `${to} must end in .html.`);
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const { signal } = controller;
  const files = folderFileStore(out);
  const names = await keptEvaluations(files);
  const [only] = names;
  if (options.evaluation === null && names.length > 1)
    throw new LabError('spec-invalid', `${out} holds ${names.join(', ')}; name one with --evaluation.`);
  const name = options.evaluation ?? only;
  if (name === undefined) throw new LabError('spec-invalid', `There is no evaluation in ${out}.`);
  const header = await readHeader(files, name);
  const evaluation = evaluationOf(header);
  const [cell] = evaluation.cells;
  if (cell === undefined) throw new LabError('spec-invalid', `${name} holds nothing.`);
  const session = await openSpec(cell.spec, exampleSourcesOf(evaluation), options, signal, tell);
  try {
    const { name: opened, sha256 } = session.dataset.manifest;
    if (sha256 !== header.dataset)
      throw new LabError('task-impossible', `${opened} is not the dataset that ${name} was run on.`);
    const content = await evaluationContent(evaluation, { ...session, files, now, signal }, (share) =>
      tell(`${Math.round(100 * share)} % of the traces`),
    );
    writeWhole(to, evaluationHtml(content));
    return { file: to, rows: content.table.rows.length };
  } finally {
    session.close();
  }
}
