/**
 * @file Samples in MACRec's CSV columns: the tasks of a spec written out, and those of a file put into a spec.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LabError } from '../core/errors.ts';
import { asJson, type Json } from '../core/json.ts';
import { readSamples, writeSamples } from '../lab/run/export/macrec-samples.ts';
import type { Dataset } from '../core/dataset.ts';
import type { TaskSample } from '../data/split/samples.ts';
import { isTaskFile, samplesOfTaskFiles, type TaskFile } from '../lab/samples/agent-recbench-tasks.ts';
import { areNegatives, samplesOfNegatives } from '../lab/samples/negative-samples.ts';
import { createDataset, createSplit, createTasks } from '../lab/run/registry.ts';
import { parseRunSpec } from '../lab/run/run-spec.ts';
import { openSession } from '../lab/run/session.ts';
import { importFile, loadPackaged } from './datasets.ts';
import { folderFileStore } from './folder-file-store.ts';
import { inFile, readSpec } from './spec-file.ts';
import { openSqlEngine } from './open-sql-engine.ts';

/** What was typed after `samples`. */
export interface SamplesOptions {
  /** A spec whose tasks are written, or a spec that is given the samples of `from`. */
  readonly spec: string;
  /** A CSV file of samples, S³-Rec's or P5's candidates, or a folder of AgentRecBench's tasks; null to write the spec's own. */
  readonly from: string | null;
  readonly to: string;
  readonly dataset: string | null;
  readonly files: string;
}

/** Writes a file and says how many samples it has. @throws LabError what is wrong with the spec, the samples or the dataset */
export async function samplesCommand(
  options: SamplesOptions,
  tell: (text: string) => void,
): Promise<{ readonly file: string; readonly samples: number }> {
  return options.from === null ? exportSamples(options, tell) : importSamples(options, options.from, tell);
}

async function exportSamples({ spec: path, to, dataset, files }: SamplesOptions, tell: (text: string) => void) {
  const { signal } = new AbortController();
  const spec = inFile(path, () => parseRunSpec(readSpec(path)));
  const whole =
    dataset === null
      ? await loadPackaged(spec.dataset.name, signal)
      : await importFile(dataset, { signal, onProgress: ({ phase }) => tell(phase) });
  const part = createDataset(spec, whole);
  const split = createSplit(spec, part);
  const tasks = createTasks(spec, part, split);
  const engine = await openSqlEngine();
  const session = openSession(engine, part, { files: folderFileStore(files), onProgress: tell });
  try {
    writeFileSync(to, writeSamples(tasks, part, split, await session.database(split, signal)));
  } finally {
    session.close();
  }
  return { file: to, samples: tasks.length };
}

/** The dataset that samples belong to. @throws LabError `spec-invalid` where none was given */
async function owner(from: string, dataset: string | null, tell: (text: string) => void): Promise<Dataset> {
  if (dataset === null)
    throw new LabError('spec-invalid', `${from} belongs to a dataset; give its file with --dataset.`);
  return importFile(dataset, { signal: new AbortController().signal, onProgress: ({ phase }) => tell(phase) });
}

const filesIn = (from: string, folder: string): readonly TaskFile[] =>
  existsSync(join(from, folder))
    ? readdirSync(join(from, folder))
        .filter(isTaskFile)
        .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(from, folder, name), 'utf8') }))
    : [];

/** @param count the number of people to read from S³-Rec's or P5's files; other samples are read whole */
async function samplesIn(from: string, count: number | null, open: () => Promise<Dataset>): Promise<TaskSample[]> {
  if (statSync(from).isDirectory()) {
    const files = ['tasks', 'groundtruth'].flatMap((folder) => filesIn(from, folder));
    const whole = await open();
    return inFile(from, () => samplesOfTaskFiles(files, whole));
  }
  const text = readFileSync(from, 'utf8');
  if (!areNegatives(text)) return inFile(from, () => readSamples(text));
  const whole = await open();
  return inFile(from, () => samplesOfNegatives(text, whole, count));
}

async function importSamples({ spec: path, to, dataset }: SamplesOptions, from: string, tell: (text: string) => void) {
  const spec = readSpec(path);
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) {
    throw new LabError('spec-invalid', `${path} is no spec.`);
  }
  const { tasks } = spec as { readonly tasks?: { readonly options?: { readonly [option: string]: Json } } };
  // All samples of a CSV are asked about, as on the page: what chose among the spec's own tasks would choose among them.
  const { count, users: _, ...options } = tasks?.options ?? {};
  const samples = await samplesIn(from, typeof count === 'number' ? count : null, () => owner(from, dataset, tell));
  const filled = { ...spec, tasks: { ...tasks, options: { ...options, samples: asJson(samples) } } };
  inFile(path, () => parseRunSpec(filled));
  writeFileSync(to, `${JSON.stringify(filled, null, 2)}\n`);
  return { file: to, samples: samples.length };
}
