/** @file Runs an evaluation cell by cell. Tasks with a record are skipped, so a stopped one continues. */
import { isFatal, LabError, type LabErrorData } from '../../core/errors.ts';
import type { EvaluationEnd, EvaluationProgress, TaskRecord } from '../../core/evaluation.ts';
import type { FileStore } from '../../core/file-store.ts';
import type { RunSummary } from '../../core/run.ts';
import { createTaskTraces } from '../../trace/create-trace.ts';
import type { LabelledTask } from '../../core/task.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { neededModels, createSplit, createTasks, metricsOf, searchesOf } from '../run/registry.ts';
import type { RunHost } from '../run/run-host.ts';
import { run } from '../run/run.ts';
import type { CompleteRunSpec } from '../run/run-spec.ts';
import type { Evaluation, EvaluationCell } from './evaluation-spec.ts';
import { noveltyFor, trainingCounter, type TrainingCounts } from './training-counts.ts';
import { openRecords, readRecords, type RecordWriter, openTraces, type TraceWriter } from './record-files.ts';
import { answersOf, recordFold } from './task-record.ts';

/** What part of the tasks to run: those whose place among all is `index` modulo `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export interface EvaluationHost extends Omit<RunHost, 'write' | 'isWanted' | 'wantsDigest' | 'parent'> {
  readonly files: FileStore;
  readonly shard?: Shard;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  readonly onEvent?: (event: TraceEvent) => void;
  readonly onRecord?: (record: TaskRecord) => void;
}

interface PlannedCell extends EvaluationCell {
  readonly tasks: ReadonlyMap<string, LabelledTask>;
  readonly known: ReadonlyMap<string, TaskRecord>;
}

export function countTasks({ cells }: Evaluation, host: Pick<EvaluationHost, 'dataset' | 'examples'>): number[] {
  const made = taskMaker(host);
  return cells.map(({ spec }) => made(spec).length);
}

/** Methods are compared on the same tasks, so each list is made once. */
function taskMaker({
  dataset,
  examples,
}: Pick<EvaluationHost, 'dataset' | 'examples'>): (spec: CompleteRunSpec) => readonly LabelledTask[] {
  const made = new Map<string, readonly LabelledTask[]>();
  return (spec) => {
    const key = JSON.stringify([spec.split, spec.tasks, spec.seed]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const tasks = createTasks(spec, dataset, createSplit(spec, dataset), examples);
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

/** True where a run of the spec on the same dataset gives the same events again, at once and without asking anybody. */
export const comesOutTheSame = (spec: CompleteRunSpec): boolean =>
  neededModels(spec).length === 0 && searchesOf(spec).every(({ provider }) => provider !== 'wikipedia');

const writerOf = ({ shard = { index: 0, of: 1 } }: EvaluationHost): string => `${shard.index + 1}-of-${shard.of}`;

async function openCell({ spec: { name, keepTraces } }: Evaluation, cell: PlannedCell, host: EvaluationHost) {
  const { files } = host;
  const writer = writerOf(host);
  const records = await openRecords(files, name, cell.digest, writer);
  const isKept = keepTraces || !comesOutTheSame(cell.spec);
  const traces = isKept ? await openTracesBeside(records, files, name, cell.digest, writer) : null;
  return {
    /** A trace is durable before the record that says so. */
    add(record: TaskRecord, events: readonly TraceEvent[]): void {
      records.add(traces === null ? record : traces.add(events).then((trace) => ({ ...record, trace })));
    },
    keepsTraces: isKept,
    async close(): Promise<void> {
      try {
        await traces?.close();
      } finally {
        await records.close();
      }
    },
  };
}

/** Where there is no room for traces, nobody holds the records either. */
async function openTracesBeside(records: RecordWriter, ...where: Parameters<typeof openTraces>): Promise<TraceWriter> {
  try {
    return await openTraces(...where);
  } catch (thrown) {
    await records.close();
    throw thrown;
  }
}

/** An agent that was stopped at its own deadline has `aborted` too, and ends nothing. */
const endsRun = ({ node, error }: Extract<TraceEvent, { readonly type: 'error' }>): boolean =>
  node === '' || (error.code !== 'aborted' && isFatal(error));

async function runCell(
  evaluation: Evaluation,
  cell: PlannedCell,
  host: EvaluationHost,
  limits: CompleteRunSpec['limits'],
  counts: TrainingCounts,
  onRecord: (record: TaskRecord) => void,
): Promise<RunSummary & { readonly error: LabErrorData | null }> {
  const results = await openCell(evaluation, cell, host);
  const recordOf = recordFold(
    cell.digest,
    cell.tasks,
    metricsOf(cell.spec),
    answersOf(cell.spec),
    noveltyFor(cell.spec, counts),
  );
  const traces = results.keepsTraces ? createTaskTraces() : null;
  let error: LabErrorData | null = null;
  try {
    const summary = await run(
      { ...cell.spec, limits },
      {
        ...host,
        wantsDigest: false,
        isWanted: (id) => cell.tasks.has(id) && !cell.known.has(id),
        write(event) {
          host.onEvent?.(event);
          if (event.type === 'error' && endsRun(event)) error = event.error;
          const ended = recordOf(event);
          const events = traces?.add(event) ?? [];
          if (ended === null) return;
          results.add(ended, events);
          onRecord(ended);
        },
      },
    );
    return { ...summary, error };
  } finally {
    await results.close();
  }
}

/** Runs what is not done. @throws LabError `task-impossible`, `storage-full`, `storage-failed` */
export async function runEvaluation(evaluation: Evaluation, host: EvaluationHost): Promise<EvaluationEnd> {
  const cells = await planCells(evaluation, host);
  const budget = new Budget(evaluation, cells, host.shard?.of ?? 1);
  const tell = progressOf(cells, host);
  const countsFor = trainingCounter(host.dataset);
  for (const { known, tasks } of cells) {
    for (const record of known.values()) if (tasks.has(record.task)) host.onRecord?.(record);
  }
  for (const cell of cells) {
    if ([...cell.tasks.keys()].every((id) => cell.known.has(id))) continue;
    if (host.signal.aborted) return { outcome: 'aborted', error: null };
    if (budget.isSpent) return { outcome: 'failed', error: spent(evaluation) };
    tell(cell, 0);
    const limits = budget.within(cell.spec.limits);
    const ended = await runCell(evaluation, cell, host, limits, countsFor(cell.spec), (record) => {
      host.onRecord?.(record);
      tell(cell, 1);
    });
    budget.spend(ended);
    if (ended.outcome === 'aborted') return { outcome: 'aborted', error: null };
    if (ended.error !== null) return { outcome: 'failed', error: ended.error };
  }
  return { outcome: 'done', error: null };
}
