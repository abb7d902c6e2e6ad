/** @file A thread of an evaluation: it opens the dataset and runs its share of the tasks. */
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { now } from '../../core/clock.ts';
import { LabError } from '../../core/errors.ts';
import type { EvaluationEnd, EvaluationProgress } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import { headerOf, requireContinued, writeHeader } from '../../lab/evaluation/evaluation-files.ts';
import { exampleFingerprints, exampleSourcesOf, parseEvaluation } from '../../lab/evaluation/evaluation-spec.ts';
import { runEvaluation } from '../../lab/evaluation/run-evaluation.ts';
import { experimentFolder } from '../../lab/experiments/experiments.ts';
import { folderFileStore } from '../folder-file-store.ts';
import type { Command } from '../command.ts';
import { alone } from '../folder-locks.ts';
import { inFile, readSpec } from '../spec-file.ts';
import { openSpec } from '../open-session.ts';
import { inThread, tellParent, tellProgress } from '../start-thread.ts';

export type EvaluateThreadData = Omit<Extract<Command, { readonly type: 'evaluate' }>, 'type'> & {
  /** True for the one thread of a process that writes what the evaluation is. */
  readonly leads: boolean;
};

export interface EvaluateEnd extends EvaluationEnd {
  readonly name: string | null;
}

async function evaluate(data: EvaluateThreadData, signal: AbortSignal): Promise<void> {
  const { spec: path, shard } = data;
  const input = inFile(path, () => readSpec(path));
  const { spec, cells } = inFile(path, () => parseEvaluation(input, ''));
  const [cell] = cells;
  if (cell === undefined) throw new LabError('spec-invalid', `${path}: there is nothing to run.`);
  const session = await openSpec(cell.spec, exampleSourcesOf({ cells }), data, signal, tellProgress);
  try {
    const { sha256, name: dataset } = session.dataset.manifest;
    const named: Json = { ...cell.spec.dataset, name: dataset };
    const about = { ...spec, spec: { ...spec.spec, dataset: named } };
    const evaluation = parseEvaluation(about, sha256, exampleFingerprints({ cells }, session.examples));
    const files = folderFileStore(data.out);
    await requireContinued(files, evaluation, data.out);
    if (data.leads) await writeHeader(files, headerOf(evaluation, session));
    const { name } = evaluation.spec;
    const lock = join(data.out, experimentFolder(name), `${shard.index}-of-${shard.of}.lock`);
    const host = { ...session, files, shard, now, signal, onProgress: tellParent<EvaluationProgress> };
    const end = await alone(lock, () => runEvaluation(evaluation, host));
    tellParent<EvaluateEnd>({ ...end, name });
  } finally {
    session.close();
  }
}

inThread((signal) => evaluate(workerData as EvaluateThreadData, signal));
