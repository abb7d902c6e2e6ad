/** @file The task of an evaluation that is shown. */
import type { EvaluationInput, LabDescription } from '../../../client/lab.ts';
import type { Task } from '../../../core/task.ts';

/** Null where it says none, or one that the lab does not have. */
export function taskOf(input: EvaluationInput | null, description: LabDescription | null): Task['type'] | null {
  const { tasks } = (input?.['spec'] ?? {}) as { readonly tasks?: { readonly name?: string } };
  return description?.tasks.find(({ type }) => type === tasks?.name)?.type ?? null;
}
