/** @file Evaluations in a terminal: threads share out the tasks, the table goes to stdout and to files. */
import { availableParallelism } from 'node:os';
import { now } from '../../core/clock.ts';
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { EvaluationProgress, EvaluationTable } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import {
  evaluationOf,
  keptEvaluations,
  readHeader,
  readTable,
  requireContinued,
  writeHeader,
  writeTable,
} from '../../lab/evaluation/evaluation-files.ts';
import { copyRecords } from '../../lab/evaluation/record-files.ts';
import { tableAsMarkdown } from '../../lab/evaluation/export-table.ts';
import type { Command } from '../command.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { runThread } from '../start-thread.ts';
import type { EvaluateEnd, EvaluateThreadData } from './evaluate-thread.ts';
import { largest } from '../../core/numbers/extremes.ts';

export interface EvaluationSummary {
  /** `incomplete` where all that was asked for is done, but other shards are not. */
  readonly outcome: 'done' | 'incomplete' | 'failed' | 'aborted';
  readonly error: LabErrorData | null;
  readonly name: string;
  readonly tasks: number;
  readonly missing: number;
  readonly failed: number;
  readonly files: readonly string[];
}

type EvaluateCommand = Extract<Command, { readonly type: 'evaluate' }>;
type MergeCommand = Extract<Command, { readonly type: 'merge' }>;

const THREAD = new URL('./evaluate-thread.ts', import.meta.url).href;
const TOLD_EVERY = 1000;

async function finish(
  out: FileStore,
  table: EvaluationTable,
  ended: Pick<EvaluationSummary, 'outcome' | 'error'>,
  onText: (text: string) => void,
): Promise<EvaluationSummary> {
  const files = await writeTable(out, table);
  onText(tableAsMarkdown(table));
  const sum = (of: (row: EvaluationTable['rows'][number]) => number): number =>
    table.rows.reduce((total, row) => total + of(row), 0);
  const missing = sum((row) => row.missing);
  const failed = sum(({ failures }) => Object.values(failures).reduce((total, count) => total + count, 0));
  const outcome = ended.outcome === 'done' && missing > 0 ? 'incomplete' : ended.outcome;
  return { outcome, error: ended.error, name: table.name, tasks: sum((row) => row.tasks), missing, failed, files };
}

function createTeller(
  threads: number,
  onProgress: (text: string) => void,
): (thread: number, of: EvaluationProgress) => void {
  const latest: (EvaluationProgress | undefined)[] = Array.from({ length: threads });
  let last = -Infinity;
  return (thread, progress) => {
    latest[thread] = progress;
    if (now() - last < TOLD_EVERY) return;
    last = now();
    const all = latest.flatMap((one) => one ?? []);
    const sum = (of: (one: EvaluationProgress) => number): number => all.reduce((total, one) => total + of(one), 0);
    const left = largest(all.map(({ secondsLeft }) => secondsLeft ?? 0));
    const time = left > 0 ? `, about ${left} s left` : '';
    onProgress(`${sum(({ done }) => done)} of ${sum(({ tasks }) => tasks)} tasks (${progress.label})${time}`);
  };
}

async function runPart(
  data: EvaluateThreadData,
  onPhase: (text: string) => void,
  onTasks: (progress: EvaluationProgress) => void,
): Promise<EvaluateEnd> {
  const told: EvaluateEnd[] = [];
  const killed = await runThread<EvaluationProgress | EvaluateEnd>(THREAD, data, onPhase, (message) => {
    if ('outcome' in message) told.push(message);
    else onTasks(message);
  });
  const lost =
    killed ??
    new LabError('worker-died', 'A thread of the evaluation ended; run the command again to continue.').toData();
  return told[0] ?? { outcome: lost.code === 'aborted' ? 'aborted' : 'failed', error: lost, name: null, theirs: '' };
}

/** Runs what is not done yet of an evaluation or a shard, on all cores. @throws LabError for a wrong spec or dataset */
export async function evaluateCommand(
  command: EvaluateCommand,
  onText: (text: string) => void,
  onProgress: (text: string) => void,
): Promise<EvaluationSummary> {
  const { shard, type: _type, ...given } = command;
  const { out } = given;
  const threads = availableParallelism();
  const tell = createTeller(threads, onProgress);
  const ends = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const share = { index: shard.index + thread * shard.of, of: shard.of * threads };
      const data: EvaluateThreadData = { ...given, shard: share, leads: thread === 0 };
      return runPart(data, onProgress, (progress) => tell(thread, progress));
    }),
  );
  const ended = ends.find(({ outcome }) => outcome === 'failed') ?? ends.find(({ outcome }) => outcome === 'aborted');
  const name = ends.find((end) => end.name !== null)?.name ?? null;
  if (name === null) throw LabError.fromData(ended?.error ?? new LabError('aborted', 'Stopped.').toData());
  const store = folderFileStore(out);
  const table = await readTable([store], name);
  const summary = await finish(store, table, ended ?? { outcome: 'done', error: null }, onText);
  for (const { theirs } of ends) if (theirs !== '') onText(`\n${theirs}`);
  return summary;
}

/** Takes parts of an evaluation over into one place, where it is then kept as if it had run there. @throws as `requireContinued` */
async function joinParts(places: readonly FileStore[], name: string, files: FileStore, out: string): Promise<void> {
  for (const place of places) {
    const header = await readHeader(place, name);
    const evaluation = evaluationOf(header);
    await requireContinued(files, evaluation, out);
    await writeHeader(files, header);
    for (const { digest } of evaluation.cells) await copyRecords({ files: place, name }, { files, name }, digest);
  }
}

/** Merges folders of shards into one evaluation. @throws LabError `spec-invalid` for shards of several evaluations */
export async function mergeCommand(
  { folders, out }: MergeCommand,
  onText: (text: string) => void,
): Promise<EvaluationSummary> {
  const places = folders.map(folderFileStore);
  const names = new Set((await Promise.all(places.map(keptEvaluations))).flat());
  const [name, ...others] = names;
  if (name === undefined) throw new LabError('spec-invalid', `There is no evaluation in ${folders.join(', ')}.`);
  if (others.length > 0) {
    const problem = `There are several evaluations in ${folders.join(', ')}: ${[...names].join(', ')}`;
    throw new LabError('spec-invalid', `${problem}. Give folders with the shards of one.`);
  }
  const table = await readTable(places, name);
  const joined = folderFileStore(out);
  await joinParts(places, name, joined, out);
  return finish(joined, table, { outcome: 'done', error: null }, onText);
}
