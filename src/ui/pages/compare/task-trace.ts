import { LabError } from '../../../core/errors.ts';
import type { EvaluatedTask, EvaluationInput, LabDescription } from '../../../client/lab.ts';
import type { EvaluationTable, TaskRecord } from '../../../core/evaluation.ts';
import { originOf, RunView } from '../plan/run-view.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import type { Task } from '../../../core/task.ts';

/** Reads it, or runs the task again. @throws LabError `task-impossible` where that comes to something else than its record says */
async function taskTrace(
  { client, description }: Session,
  name: string,
  label: string,
  record: TaskRecord,
): Promise<RunView> {
  const trace = await client.query('trace', { grid: name, record });
  if (!trace.matches) {
    const problem = `${label} gives another result than its record, which was made by another version of the lab`;
    throw new LabError('task-impossible', `${problem}; run the evaluation again under another name.`);
  }
  return new RunView({ ...originOf(trace.events, description, label), title: label }, trace.events);
}

/** The run of a task, and the base's of the same task before it. @throws LabError what `taskTrace` throws */
export async function taskRuns(
  session: Session,
  { name, base }: EvaluationTable,
  label: string,
  task: EvaluatedTask,
): Promise<readonly RunView[]> {
  const own = await taskTrace(session, name, label, task.record);
  return task.base === null ? [own] : [await taskTrace(session, name, base, task.base.record), own];
}

export interface Looked {
  readonly label: string;
  readonly metric: string;
}

/** Null where it says none, or one that the lab does not have. */
export function taskOf(input: EvaluationInput | null, description: LabDescription | null): Task['type'] | null {
  const { tasks } = (input?.['spec'] ?? {}) as { readonly tasks?: { readonly name?: string } };
  return description?.tasks.find(({ type }) => type === tasks?.name)?.type ?? null;
}
