/** @file The trace of a task: kept, or made by running the task again where nobody else is asked. */
import { LabError } from '../../core/errors.ts';
import type { TaskRecord } from '../../core/evaluation.ts';
import { canonicalJson } from '../../core/json.ts';
import type { TraceEvent } from '../../core/trace.ts';
import { createSplit, createTasks, metricsOf } from '../run/registry.ts';
import { run } from '../run/run.ts';
import type { EvaluationCell } from './evaluation-spec.ts';
import { comesOutTheSame, type EvaluationHost } from './run-evaluation.ts';
import { answersOf, recordFold } from './task-record.ts';
import { readTrace } from './record-files.ts';
import type { EvaluatedTrace } from './service.ts';

/** What has to come out alike: all but the time that it took and the place where it is kept. */
function outcomeOf({ values, error, modelCalls, toolCalls, tokens }: TaskRecord): string {
  return canonicalJson({ values, error, modelCalls, toolCalls, tokens });
}

async function runAgain({ spec }: EvaluationCell, record: TaskRecord, host: EvaluationHost): Promise<EvaluatedTrace> {
  const split = createSplit(spec, host.dataset);
  const labelled = createTasks(spec, host.dataset, split, host.examples).find(({ id }) => id === record.task);
  if (labelled === undefined) {
    throw new LabError('task-impossible', `The task ${record.task} is not among those of its run any more.`);
  }
  const recordOf = recordFold(record.cell, new Map([[labelled.id, labelled]]), metricsOf(spec), answersOf(spec));
  const events: TraceEvent[] = [];
  let matches = false;
  await run(spec, {
    ...host,
    isWanted: (id) => id === record.task,
    wantsDigest: false,
    write(event) {
      events.push(event);
      const again = recordOf(event);
      if (again !== null) matches = outcomeOf(again) === outcomeOf(record);
    },
  });
  return { events, source: 'again', matches };
}

/** @throws LabError `task-impossible` where it was not kept and a run would ask others, or the dataset lacks it */
export async function traceOf(
  name: string,
  cell: EvaluationCell,
  record: TaskRecord,
  host: EvaluationHost,
): Promise<EvaluatedTrace> {
  if (record.trace !== undefined) {
    const events = await readTrace(host.files, name, cell.digest, record.trace);
    if (events !== null) return { events, source: 'kept', matches: true };
  }
  if (comesOutTheSame(cell.spec)) return runAgain(cell, record, host);
  const problem = `The trace of the task ${record.task} was not kept`;
  throw new LabError('task-impossible', `${problem}, and its run would not come out the same again.`);
}

/** @throws LabError as `traceOf`, and `task-impossible` where a second run differs from the record */
export async function matchingTrace(
  name: string,
  cell: EvaluationCell,
  record: TaskRecord,
  host: EvaluationHost,
): Promise<readonly TraceEvent[]> {
  const { events, matches } = await traceOf(name, cell, record, host);
  if (matches) return events;
  const problem = `The trace of the task ${record.task} can no longer be made again, since the lab has changed`;
  throw new LabError('task-impossible', `${problem}; run the evaluation again under another name.`);
}
