/** @file What was typed after `experiment`, as data. */
import { TASK_TYPES, type ExperimentTask } from '../lab/experiment/design.ts';
import { usage, wholeNumber } from './usage.ts';

/** Compares all planners, as `docs/experiments/planners-on-ml-latest-small.md` has it. */
export interface ExperimentCommand {
  readonly type: 'experiment';
  readonly dataset: string;
  readonly tasks: readonly ExperimentTask[];
  readonly seeds: number;
  /** Only the first so many people; all where null. */
  readonly users: number | null;
  readonly files: string;
}

interface ExperimentValues {
  readonly dataset?: string;
  readonly task?: string;
  readonly seeds?: string;
  readonly users?: string;
  readonly files?: string;
}

/** The command. @throws LabError `spec-invalid` saying which argument is wrong */
export function experimentArguments(values: ExperimentValues, operands: readonly string[]): ExperimentCommand {
  const { dataset, task, seeds = '10', users = 'all', files = '.espalier' } = values;
  if (operands.length > 0) throw usage(`experiment takes only options, not "${operands.join(' ')}".`);
  if (dataset === undefined) throw usage('experiment needs --dataset FILE.');
  const tasks = TASK_TYPES.filter((one) => task === undefined || one === task);
  if (tasks.length === 0) throw usage(`--task must be one of ${TASK_TYPES.join(', ')}, not "${task}".`);
  return {
    type: 'experiment',
    dataset,
    tasks,
    seeds: wholeNumber('seeds', seeds),
    users: users === 'all' ? null : wholeNumber('users', users),
    files,
  };
}
