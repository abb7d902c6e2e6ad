/** @file A thread of an evaluation: it opens the dataset and runs its share of the tasks. */
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { now } from '../../core/clock.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError } from '../../core/errors.ts';
import type { EvaluationEnd, EvaluationProgress } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import { headerOf, requireContinued, writeHeader } from '../../lab/evaluation/evaluation-files.ts';
import {
  exampleFingerprints,
  exampleSourcesOf,
  parseEvaluation,
  type Evaluation,
} from '../../lab/evaluation/evaluation-spec.ts';
import type { ExampleDatasets } from '../../lab/run/example-datasets.ts';
import { runEvaluation } from '../../lab/evaluation/run-evaluation.ts';
import { experimentFolder } from '../../lab/experiments/experiments.ts';
import { folderFileStore } from '../folder-file-store.ts';
import type { Command } from '../command.ts';
import { alone } from '../folder-locks.ts';
import { createModelOpener } from '../open-model.ts';
import { inFile, readSpec } from '../spec-file.ts';
import { openLab, openSpecData } from '../open-session.ts';
import { inThread, tellParent, tellProgress } from '../start-thread.ts';

export type EvaluateThreadData = Omit<Extract<Command, { readonly type: 'evaluate' }>, 'type'> & {
  /** True for the one thread of a process that writes what the evaluation is. */
  readonly leads: boolean;
};

export interface EvaluateEnd extends EvaluationEnd {
  readonly name: string | null;
}

async function open(
  { spec: path, ...given }: EvaluateThreadData,
  signal: AbortSignal,
): Promise<{ readonly evaluation: Evaluation; readonly dataset: Dataset; readonly examples: ExampleDatasets }> {
  const input = inFile(path, () => readSpec(path));
  const { spec, cells } = inFile(path, () => parseEvaluation(input, ''));
  const [cell] = cells;
  if (cell === undefined) throw new LabError('spec-invalid', `${path}: there is nothing to run.`);
  const { dataset, examples } = await openSpecData(cell.spec, exampleSourcesOf({ cells }), given, signal, tellProgress);
  const named: Json = { ...cell.spec.dataset, name: dataset.manifest.name };
  const evaluation = parseEvaluation(
    { ...spec, spec: { ...spec.spec, dataset: named } },
    dataset.manifest.sha256,
    exampleFingerprints({ cells }, examples),
  );
  return { evaluation, dataset, examples };
}

async function evaluate(data: EvaluateThreadData, signal: AbortSignal): Promise<void> {
  const { evaluation, dataset, examples } = await open(data, signal);
  const out = folderFileStore(data.out);
  await requireContinued(out, evaluation, data.out);
  const header = headerOf(evaluation, { dataset, examples });
  if (data.leads) await writeHeader(out, header);
  const opener = createModelOpener(data.places, tellProgress);
  const session = await openLab(dataset, {
    files: folderFileStore(data.files),
    opener,
    examples,
    onProgress: tellProgress,
  });
  try {
    const { name } = evaluation.spec;
    const lock = join(data.out, experimentFolder(name), `${data.shard.index}-of-${data.shard.of}.lock`);
    const end = await alone(lock, () =>
      runEvaluation(evaluation, {
        ...session,
        files: out,
        shard: data.shard,
        now,
        signal,
        onProgress: (progress) => tellParent<EvaluationProgress>(progress),
      }),
    );
    tellParent<EvaluateEnd>({ ...end, name });
  } finally {
    session.close();
  }
}

inThread((signal) => evaluate(workerData as EvaluateThreadData, signal));
