/**
 * @file Runs one cell of the experiment: a planner under a preset, for some people and one seed. It is the recommender of
 * any run, with a trace that nobody keeps.
 */
import { createTrace } from '../../trace/create-trace.ts';
import type { Database } from '../../core/database.ts';
import type { Dataset } from '../../core/dataset.ts';
import { LabError, throwIfAborted } from '../../core/errors.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import { createRandom } from '../../core/random.ts';
import type { LabelledTask } from '../../core/task.ts';
import type { AnswerFrom, EventBody } from '../../core/trace.ts';
import type { Split } from '../../data/split/leave-last-out.ts';
import { METRICS } from '../../metrics/registry.ts';
import { limited } from '../../models/limited.ts';
import { createRecMind, createTasks } from '../run/registry.ts';
import { taskContext } from '../run/run-context.ts';
import { parseRunSpec, type CompleteRunSpec, type RecMindSpec } from '../run/run-spec.ts';
import { METRIC_NAMES, type ExperimentTask, type Regime, type Variant } from './design.ts';

/** Measurements of one cell and seed, by person in the order of the tasks. */
export interface Measured {
  /** By answer and metric. */
  readonly values: Partial<Record<AnswerFrom, Record<string, readonly number[]>>>;
  /** A task, on average. */
  readonly toolCalls: number;
  readonly modelCalls: number;
}

export function cellSpec(
  task: ExperimentTask,
  variant: Variant,
  regime: Regime,
  users: readonly number[],
  seed: number,
): CompleteRunSpec {
  return parseRunSpec({
    dataset: { name: 'experiment' },
    tasks: { name: task, options: { users, candidates: 100 } },
    recommender: { name: 'recmind', options: { ...variant.options, ...regime.options } },
    metrics: METRIC_NAMES[task],
    seed,
  });
}

function recMindOf({ recommender }: CompleteRunSpec): RecMindSpec {
  if (recommender.name === 'recmind') return recommender.options;
  throw new LabError('internal', 'The experiment compares planners, not baselines.');
}

/** Tasks do not depend on planners, so a seed's are made once. */
export function cellTasks(spec: CompleteRunSpec, dataset: Dataset, split: Split): LabelledTask[] {
  return createTasks(spec, dataset, split);
}

/**
 * Runs a cell.
 * @throws LabError `aborted`, and whatever ends a task: an experiment with holes would compare different people
 */
export async function measureCell(
  spec: CompleteRunSpec,
  tasks: readonly LabelledTask[],
  model: LanguageModel,
  database: Database,
  signal: AbortSignal,
): Promise<Measured> {
  let toolCalls = 0;
  const count = ({ type }: EventBody): void => {
    if (type === 'tool-call') toolCalls += 1;
  };
  const limit = limited({ modelCalls: Infinity, tokens: Infinity });
  const surroundings = { model, critic: model, limit: limit.middleware, usage: limit.usage, signal };
  // The experiment's planners have the tools of the paper, which search by words.
  const retrieval = () => Promise.reject(new LabError('internal', 'The experiment does not search by meaning.'));
  const recommender = await createRecMind(recMindOf(spec), { database, retrieval });
  const random = createRandom(spec.seed).fork('run');
  const metrics = METRICS.filter(({ name }) => spec.metrics.includes(name));
  const values: Partial<Record<AnswerFrom, Record<string, number[]>>> = {};
  for (const { id, task, truth } of tasks) {
    throwIfAborted(signal);
    const root = createTrace(count, () => 0);
    const span = root.child({ kind: 'task', label: id, detail: null });
    const answers = await recommender.recommend(task, taskContext(surroundings, random.fork(id), span));
    for (const { from, recommendation } of answers) {
      for (const metric of metrics) {
        const value = truth === null ? null : metric.measure(recommendation, truth);
        if (value === null)
          throw new LabError('internal', `${metric.name} does not apply to the answer of task ${id}.`);
        ((values[from] ??= {})[metric.name] ??= []).push(value);
      }
    }
  }
  return { values, toolCalls: toolCalls / tasks.length, modelCalls: limit.usage.modelCalls / tasks.length };
}
