/** @file Evaluations in a terminal: threads share out the tasks, the table goes to stdout and to files. */
import { availableParallelism } from 'node:os';
import { now } from '../../core/clock.ts';
import { LabError, type LabErrorData } from '../../core/errors.ts';
import type { EvaluationProgress, TableRow } from '../../core/evaluation.ts';
import { readTable, writeTable } from '../../lab/evaluation/evaluation-files.ts';
import { tableAsMarkdown } from '../../lab/evaluation/export-table.ts';
import type { Command } from '../command.ts';
import { folderFileStore } from '../folder-file-store.ts';
import { runThread } from '../start-thread.ts';
import type { EvaluateEnd, EvaluateThreadData } from './evaluate-thread.ts';
import { largest } from '../../core/numbers/extremes.ts';

interface EvaluationSummary {
  readonly outcome: 'done' | 'failed' | 'aborted';
  readonly error: LabErrorData | null;
  readonly name: string;
  readonly tasks: number;
  readonly missing: number;
  readonly failed: number;
  readonly files: readonly string[];
}

type EvaluateCommand = Extract<Command, { readonly type: 'evaluate' }>;

const THREAD = new URL('./evaluate-thread.ts', import.meta.url).href;
const TOLD_EVERY = 1000;

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
  return told[0] ?? { outcome: lost.code === 'aborted' ? 'aborted' : 'failed', error: lost, name: null };
}

/** Runs what is not done yet of an evaluation, on all cores. @throws LabError for a wrong spec or dataset */
export async function evaluateCommand(
  command: EvaluateCommand,
  onText: (text: string) => void,
  onProgress: (text: string) => void,
): Promise<EvaluationSummary> {
  const { type: _type, ...given } = command;
  const threads = availableParallelism();
  const tell = createTeller(threads, onProgress);
  const ends = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const data: EvaluateThreadData = { ...given, shard: { index: thread, of: threads }, leads: thread === 0 };
      return runPart(data, onProgress, (progress) => tell(thread, progress));
    }),
  );
  const ended = ends.find(({ outcome }) => outcome === 'failed') ?? ends.find(({ outcome }) => outcome === 'aborted');
  const name = ends.find((end) => end.name !== null)?.name ?? null;
  if (name === null) throw LabError.fromData(ended?.error ?? new LabError('aborted', 'Stopped.').toData());
  const store = folderFileStore(given.out);
  const table = await readTable(store, name);
  const files = await writeTable(store, table);
  onText(tableAsMarkdown(table));
  const sum = (of: (row: TableRow) => number): number => table.rows.reduce((total, row) => total + of(row), 0);
  const failed = sum(({ failures }) => Object.values(failures).reduce((total, count) => total + count, 0));
  const { outcome, error } = ended ?? { outcome: 'done', error: null };
  return { outcome, error, name, tasks: sum((row) => row.tasks), missing: sum((row) => row.missing), failed, files };
}
