/**
 * @file MACRec's systems as data for the page.
 */
import { REQUEST_TYPES } from '../core/request.ts';
import { TASK_TYPES, type Task } from '../core/task.ts';
import { DEFAULT_METRICS } from '../metrics/registry.ts';
import { SYSTEM_PRESETS } from '../recommenders/macrec/defaults/systems.ts';
import type { SystemTask } from '../recommenders/macrec/file-shapes.ts';
import { PLACES } from '../recommenders/macrec/read-files.ts';
import { DEFAULT_FILES, helpersOf, tasksOfSystem } from '../recommenders/macrec/read-system.ts';
import { SYSTEM_TASK } from './run/macrec-spec.ts';
import type { AgentsDescription } from './service.ts';

/** Wang et al. 2024, section 4: which agents each task calls for. */
const NEEDS: Readonly<
  Record<SystemTask, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  rp: { required: ['Analyst'], optional: ['Reflector', 'Searcher', 'Interpreter'] },
  sr: { required: ['Analyst'], optional: ['Reflector', 'Searcher', 'Interpreter'] },
  gen: { required: ['Analyst', 'Searcher'], optional: ['Reflector', 'Interpreter'] },
  chat: { required: ['Interpreter', 'Searcher'], optional: ['Analyst', 'Reflector'] },
};

/** MACRec's public code: errors and accuracy of ratings, hits and NDCG at 1, 3 and 5. */
const METRICS: Readonly<Record<SystemTask, readonly string[]>> = {
  rp: ['RMSE', 'MAE', 'Accuracy'],
  sr: [1, 3, 5].flatMap((k) => [`HR@${k}`, `NDCG@${k}`]),
  gen: DEFAULT_METRICS['explanation-generation'],
  chat: [],
};

/** The systems that come with the lab, their files, and what tasks call for. */
export function describeAgents(): AgentsDescription {
  return {
    systems: SYSTEM_PRESETS.map(({ name, title }) => {
      const supported = tasksOfSystem({}, name);
      const tasks = TASK_TYPES.filter((type) => supported.some((task) => SYSTEM_TASK[type] === task));
      const requests = REQUEST_TYPES.filter((type) => type !== 'conversation' || supported.includes('chat'));
      return { name, title, tasks: [...tasks, ...requests], agents: helpersOf({}, name) };
    }),
    files: DEFAULT_FILES,
    places: PLACES,
    needs: [
      ...TASK_TYPES.flatMap((task: Task['type']) => {
        const named = SYSTEM_TASK[task];
        return named === undefined ? [] : [{ task, code: named, metrics: METRICS[named], ...NEEDS[named] }];
      }),
      { task: 'conversation', code: 'chat', metrics: [], ...NEEDS.chat },
    ],
  };
}
