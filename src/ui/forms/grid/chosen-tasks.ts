/** @file A task list of tasks that were chosen one by one. */
import type { Json, JsonObject } from '../../../core/json.ts';

/** Task options that restrict a run to these tasks, each once. @param tasks such as `599:6`, a person and an item; where there are none, nothing is restricted */
export function withChosenTasks({ samples: _, ...options }: JsonObject, tasks: readonly string[]): JsonObject {
  const samples = tasks
    .filter((task, at) => tasks.indexOf(task) === at)
    .map((task): Json => {
      const [user = 0, item = 0] = task.split(':').map(Number);
      return { user, item };
    });
  return samples.length === 0 ? options : { ...options, samples };
}
