/** @file A task list of tasks that were chosen one by one. */
import type { Json } from '../../../core/json.ts';

type Members = { readonly [option: string]: Json };

/** Options of tasks that ask about these alone, each once. @param tasks such as `599:6`, a person and an item; about all where there are none */
export function withChosenTasks({ samples: _, ...options }: Members, tasks: readonly string[]): Members {
  const samples = tasks
    .filter((task, at) => tasks.indexOf(task) === at)
    .map((task): Json => {
      const [user = 0, item = 0] = task.split(':').map(Number);
      return { user, item };
    });
  return samples.length === 0 ? options : { ...options, samples };
}
