/** @file Interactions, tasks and traces as JSON Lines or CSV. */
import { now } from '../core/clock.ts';
import { LabError } from '../core/errors.ts';
import { exampleSourcesOf, type Evaluation } from '../lab/evaluation/evaluation-spec.ts';
import { evaluationOf, keptEvaluations, readHeader } from '../lab/evaluation/evaluation-files.ts';
import { taskRows, traceRows } from '../lab/run/export/evaluation-rows.ts';
import { rewardRows } from './reward-rows.ts';
import { interactionRows, ROW_FORMATS, writeRows, type Row, type Rows } from '../lab/run/export/row-file.ts';
import { openDataset } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { createModelOpener, type ModelPlaces } from './open-model.ts';
import { openLab, openSpecData, type DatasetFiles } from './open-session.ts';
import { beginFile } from './whole-file.ts';

export const EXPORTED = ['interactions', 'tasks', 'traces', 'rewards'] as const;

export interface ExportOptions extends DatasetFiles {
  readonly what: (typeof EXPORTED)[number];
  /** Its extension says the format. */
  readonly to: string;
  readonly out: string;
  /** An evaluation; the only one in `out` where null. */
  readonly evaluation: string | null;
  readonly files: string;
  readonly places: ModelPlaces;
}

export interface ExportSummary {
  readonly file: string;
  readonly rows: number;
}

type Tell = (text: string) => void;

const PACKAGED = 'synthetic-films';

async function openEvaluation({ out, evaluation }: ExportOptions): Promise<Evaluation & { readonly dataset: string }> {
  const files = folderFileStore(out);
  const names = await keptEvaluations(files);
  const [only] = names;
  if (evaluation === null && names.length > 1) {
    throw new LabError('spec-invalid', `${out} holds ${names.join(', ')}; name one with --evaluation.`);
  }
  const name = evaluation ?? only;
  if (name === undefined) throw new LabError('spec-invalid', `There is no evaluation in ${out}.`);
  const header = await readHeader(files, name);
  return { ...evaluationOf(header), dataset: header.dataset };
}

/** An evaluation with the dataset that it is about, on which what was not kept is made again. */
async function openRuns(options: ExportOptions, signal: AbortSignal, tell: Tell) {
  const evaluation = await openEvaluation(options);
  const [cell] = evaluation.cells;
  if (cell === undefined) throw new LabError('spec-invalid', `${evaluation.spec.name} holds nothing.`);
  const { dataset, examples } = await openSpecData(cell.spec, exampleSourcesOf(evaluation), options, signal, tell);
  if (dataset.manifest.sha256 !== evaluation.dataset) {
    const { name } = evaluation.spec;
    throw new LabError('task-impossible', `${dataset.manifest.name} is not the dataset that ${name} was run on.`);
  }
  const opener = createModelOpener(options.places, tell);
  const session = await openLab(dataset, {
    files: folderFileStore(options.files),
    opener,
    examples,
    onProgress: tell,
  });
  return { evaluation, session, host: { ...session, files: folderFileStore(options.out), now, signal } };
}

async function traces(options: ExportOptions, signal: AbortSignal, tell: Tell): Promise<Rows> {
  const { evaluation, session, host } = await openRuns(options, signal, tell);
  let done = 0;
  const rowsOfTraces = options.what === 'rewards' ? rewardRows : traceRows;
  const made = rowsOfTraces(evaluation, host, () => {
    done += 1;
    if (done % 100 === 0) tell(`${done} traces`);
  });
  return {
    ...made,
    // Runs are made again as their rows are asked for, so the session lasts as long as they are.
    async *rows() {
      try {
        yield* made.rows();
      } finally {
        session.close();
      }
    },
  };
}

function interrupted(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

async function rowsOf(options: ExportOptions, signal: AbortSignal, tell: Tell): Promise<Rows> {
  if (options.what === 'traces' || options.what === 'rewards') return traces(options, signal, tell);
  if (options.what === 'tasks') return taskRows(await openEvaluation(options), folderFileStore(options.out));
  return interactionRows(await openDataset(options.dataset, PACKAGED, signal, tell));
}

/** Writes rows to a file. @throws LabError `spec-invalid` for an unknown format or evaluation */
export async function exportRows(options: ExportOptions, tell: Tell): Promise<ExportSummary> {
  const format = ROW_FORMATS.find((one) => options.to.endsWith(`.${one}`));
  if (format === undefined) {
    throw new LabError(
      'spec-invalid',
      `${options.to} must end in ${ROW_FORMATS.map((one) => `.${one}`).join(' or ')}.`,
    );
  }
  const rows = await rowsOf(options, interrupted(), tell);
  let count = 0;
  const counted: Rows = {
    columns: rows.columns,
    async *rows(): AsyncGenerator<Row, void, undefined> {
      for await (const row of rows.rows()) {
        count += 1;
        yield row;
      }
    },
  };
  // Whole or not at all: half a file of rows reads like a whole one.
  const file = beginFile(options.to);
  try {
    await writeRows(counted, format, (bytes) => file.write(bytes));
  } catch (thrown) {
    file.drop();
    throw thrown;
  }
  file.keep();
  return { file: options.to, rows: count };
}
