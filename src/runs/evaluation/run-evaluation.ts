/**
 * @file Runs an evaluation: cell by cell, leaving out every task whose record is there. Stopping and running again goes on
 * where it stopped; nothing finished is done twice.
 */
import { LabError, throwIfAborted, type LabErrorData } from '../../core/errors.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { RunSummary } from '../../core/run.ts';
import type { LabelledTask } from '../../core/task.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { rememberedDatabase } from '../experiment/remembered-database.ts';
import { createSplit, createTasks, metricsOf } from '../registry.ts';
import { run, type RunHost } from '../run.ts';
import type { CompleteRunSpec } from '../run-spec.ts';
import type { Evaluation, EvaluationCell } from './evaluation-spec.ts';
import { openRecords, readRecords } from './record-files.ts';
import { recordFold, type TaskRecord } from './task-record.ts';

/** How far an evaluation is. */
export interface EvaluationProgress {
  readonly label: string;
  readonly seed: number;
  /** Tasks with a record, earlier ones too, and all there are; of this shard. */
  readonly done: number;
  readonly tasks: number;
  /** Null before the first task is done. */
  readonly secondsLeft: number | null;
}

/** What part of the tasks to run: those whose place among all is `index` modulo `of`. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/** What an evaluation needs of where it runs. */
export interface EvaluationHost extends Pick<
  RunHost,
  'dataset' | 'database' | 'createModel' | 'createBaseline' | 'now' | 'signal'
> {
  readonly files: FileStore;
  /** The whole where not given. */
  readonly shard?: Shard;
  readonly onProgress?: (progress: EvaluationProgress) => void;
}

/** How an evaluation ended; `error` is what ended it early, unless it was stopped. */
export interface EvaluationEnd {
  readonly outcome: 'done' | 'failed' | 'aborted';
  readonly error: LabErrorData | null;
}

interface PlannedCell extends EvaluationCell {
  /** Of this shard. */
  readonly tasks: ReadonlyMap<string, LabelledTask>;
  readonly known: ReadonlyMap<string, TaskRecord>;
}

/** How many tasks each cell has, in the order of the cells. */
export function countTasks({ cells }: Evaluation, host: Pick<EvaluationHost, 'dataset'>): number[] {
  const made = taskMaker(host);
  return cells.map(({ spec }) => made(spec).length);
}

/** Methods are compared on the same tasks, so each list is made once. */
function taskMaker({ dataset }: Pick<EvaluationHost, 'dataset'>): (spec: CompleteRunSpec) => readonly LabelledTask[] {
  const made = new Map<string, readonly LabelledTask[]>();
  return (spec) => {
    const key = JSON.stringify([spec.split, spec.tasks, spec.seed]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const tasks = createTasks(spec, dataset, createSplit(spec, dataset));
    made.set(key, tasks);
    return tasks;
  };
}

async function planCells({ spec, cells }: Evaluation, host: EvaluationHost): Promise<PlannedCell[]> {
  const { shard = { index: 0, of: 1 }, files } = host;
  const made = taskMaker(host);
  const planned: PlannedCell[] = [];
  let place = 0;
  for (const cell of cells) {
    const own = made(cell.spec).filter(() => (place += 1) % shard.of === shard.index);
    const known = await readRecords(files, spec.name, cell.digest);
    planned.push({ ...cell, tasks: new Map(own.map((task) => [task.id, task])), known });
  }
  return planned;
}

/** What all runs together may still ask; shards share a budget out equally. */
class Budget {
  private modelCalls: number;
  private tokens: number;

  constructor({ spec: { budget } }: Evaluation, cells: readonly PlannedCell[], shards: number) {
    this.modelCalls = Math.floor(budget.modelCalls / shards);
    this.tokens = Math.floor(budget.tokens / shards);
    for (const { known, tasks } of cells) {
      for (const record of known.values()) if (tasks.has(record.task)) this.spend(record);
    }
  }

  spend({ modelCalls, tokens }: { readonly modelCalls: number; readonly tokens: number }): void {
    this.modelCalls -= modelCalls;
    this.tokens -= tokens;
  }

  get isSpent(): boolean {
    return this.modelCalls <= 0 || this.tokens <= 0;
  }

  within({ modelCalls, tokens }: CompleteRunSpec['limits']): CompleteRunSpec['limits'] {
    return { modelCalls: Math.min(modelCalls, this.modelCalls), tokens: Math.min(tokens, this.tokens) };
  }
}

const spent = ({ spec: { budget } }: Evaluation): LabErrorData =>
  new LabError(
    'limit-exceeded',
    `The evaluation has used its budget of ${budget.modelCalls} model calls and ${budget.tokens} tokens. Raise budget and run again: it goes on where it stopped.`,
  ).toData();

/** Tells how far all cells together are. */
function progressOf(cells: readonly PlannedCell[], { now, onProgress }: EvaluationHost) {
  const tasks = cells.reduce((sum, cell) => sum + cell.tasks.size, 0);
  const before = cells.reduce(
    (sum, { tasks: own, known }) => sum + [...own.keys()].filter((id) => known.has(id)).length,
    0,
  );
  const start = now();
  let done = before;
  return (cell: PlannedCell, more: number): void => {
    done += more;
    const each = (now() - start) / 1000 / (done - before);
    const secondsLeft = done === before ? null : Math.round(each * (tasks - done));
    onProgress?.({ label: cell.label, seed: cell.spec.seed, done, tasks, secondsLeft });
  };
}

/** Remembers the answers of a split's database: methods ask the same of the same people. */
function rememberingHost(host: EvaluationHost): EvaluationHost {
  const databases = new Map<string, ReturnType<RunHost['database']>>();
  return {
    ...host,
    database(split: Split, signal) {
      const key = split.heldOut.join();
      const known = databases.get(key) ?? host.database(split, signal).then(rememberedDatabase);
      databases.set(key, known);
      known.catch(() => databases.delete(key));
      return known;
    },
  };
}

const answersOf = ({ recommender }: CompleteRunSpec): readonly string[] => {
  const from = recommender.name === 'recmind' ? recommender.options.answerFrom : 'kept';
  return from === 'both' ? ['kept', 'explored'] : [from];
};

async function runCell(
  name: string,
  cell: PlannedCell,
  host: EvaluationHost,
  limits: CompleteRunSpec['limits'],
  onRecord: () => void,
): Promise<RunSummary & { readonly error: LabErrorData | null }> {
  const { shard = { index: 0, of: 1 }, files } = host;
  const writer = await openRecords(files, name, cell.digest, `${shard.index + 1}-of-${shard.of}`);
  const fold = recordFold(cell.digest, cell.tasks, metricsOf(cell.spec), answersOf(cell.spec));
  let error: LabErrorData | null = null;
  try {
    const summary = await run(
      { ...cell.spec, limits },
      {
        ...host,
        isWanted: (id) => cell.tasks.has(id) && !cell.known.has(id),
        write(event) {
          if (event.type === 'error' && (event.node === '' || event.error.code === 'limit-exceeded'))
            error = event.error;
          const record = fold.add(event);
          if (record === null) return;
          writer.add(record);
          onRecord();
        },
      },
    );
    return { ...summary, error };
  } finally {
    await writer.close();
  }
}

/**
 * Runs what is not yet done of an evaluation, or of a shard of it.
 * @throws LabError `task-impossible` where the dataset cannot give the tasks, `storage-full`, `storage-failed`
 */
export async function runEvaluation(evaluation: Evaluation, given: EvaluationHost): Promise<EvaluationEnd> {
  const host = rememberingHost(given);
  const cells = await planCells(evaluation, host);
  const budget = new Budget(evaluation, cells, host.shard?.of ?? 1);
  const tell = progressOf(cells, host);
  for (const cell of cells) {
    if ([...cell.tasks.keys()].every((id) => cell.known.has(id))) continue;
    if (host.signal.aborted) return { outcome: 'aborted', error: null };
    if (budget.isSpent) return { outcome: 'failed', error: spent(evaluation) };
    tell(cell, 0);
    const ended = await runCell(evaluation.spec.name, cell, host, budget.within(cell.spec.limits), () => tell(cell, 1));
    budget.spend(ended);
    if (ended.outcome === 'aborted') return { outcome: 'aborted', error: null };
    if (ended.error !== null) return { outcome: 'failed', error: ended.error };
  }
  return { outcome: 'done', error: null };
}

/** All records of an evaluation, cell by cell. */
export async function recordsOf(
  { spec, cells }: Evaluation,
  files: FileStore,
  signal: AbortSignal,
): Promise<TaskRecord[]> {
  const records: TaskRecord[] = [];
  for (const { digest } of cells) {
    throwIfAborted(signal);
    records.push(...(await readRecords(files, spec.name, digest)).values());
  }
  return records;
}
