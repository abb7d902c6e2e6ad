/** @file What was typed after `experiment`, as data. */
import { PRESET_NAMES, TASK_TYPES, type ExperimentTask } from '../lab/experiment/design.ts';
import { usage, wholeNumber } from './usage.ts';

/** Compares all planners, as `docs/experiments/planners-on-ml-latest-small.md` has it. */
export interface ExperimentCommand {
  readonly type: 'experiment';
  readonly dataset: string;
  readonly tasks: readonly ExperimentTask[];
  /** Names of the reasoner's presets. */
  readonly presets: readonly string[];
  readonly seeds: number;
  /** Only the first so many people; all where null. */
  readonly users: number | null;
  readonly files: string;
}

interface ExperimentValues {
  readonly dataset?: string;
  readonly task?: string;
  readonly preset?: string;
  readonly seeds?: string;
  readonly users?: string;
  readonly files?: string;
}

/** The command. @throws LabError `spec-invalid` saying which argument is wrong */
export function experimentArguments(values: ExperimentValues, operands: readonly string[]): ExperimentCommand {
  const { dataset, task, preset, seeds = '10', users = 'all', files = '.espalier' } = values;
  if (operands.length > 0) throw usage(`experiment takes only options, not "${operands.join(' ')}".`);
  if (dataset === undefined) throw usage('experiment needs --dataset FILE.');
  const tasks = TASK_TYPES.filter((one) => task === undefined || one === task);
  if (tasks.length === 0) throw usage(`--task must be one of ${TASK_TYPES.join(', ')}, not "${task}".`);
  const presets = PRESET_NAMES.filter((one) => preset === undefined || one === preset);
  if (presets.length === 0) throw usage(`--preset must be one of ${PRESET_NAMES.join(', ')}, not "${preset}".`);
  return {
    type: 'experiment',
    dataset,
    tasks,
    presets,
    seeds: wholeNumber('seeds', seeds),
    users: users === 'all' ? null : wholeNumber('users', users),
    files,
  };
}
