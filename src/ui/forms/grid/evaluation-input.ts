/** @file Evaluations as data: the first one of a page, one with another task, and one that is taken up again. */
import type { EvaluationInput, LabDescription } from '../../../client/lab.ts';
import { UNNAMED } from '../../../core/evaluation-name.ts';
import { jsonList, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { isRankingType, type Task } from '../../../core/task.ts';
import type { ModelChoice } from './model-choices.ts';

/** Chosen at first: the paper's planners, and what they have to beat. */
const FIRST_BASELINES: Readonly<Partial<Record<Task['type'], readonly string[]>>> = {
  'rating-prediction': ['baseline/user-item-bias', 'baseline/item-knn-ratings'],
  'direct-recommendation': ['baseline/popularity', 'baseline/item-cosine'],
  'sequential-recommendation': ['baseline/popularity', 'baseline/markov-chain'],
  'explanation-generation': ['baseline/first-review', 'baseline/text-rank'],
  'review-summarization': ['baseline/first-review', 'baseline/text-rank'],
};
/** People that are asked where nothing is said. */
export const FIRST_COUNT = 50;
/** The task that a page begins with. */
export const FIRST_TASK = 'direct-recommendation';
const CANDIDATES = 100;
/** What no evaluation comes to. */
export const UNLIMITED = { modelCalls: 1e9, tokens: 1e12 };

const taskNamed = ({ tasks }: LabDescription, name: unknown) => tasks.find(({ type }) => type === name) ?? null;
const ranked = (task: Task['type'], { candidates = CANDIDATES, ...options }: JsonObject): JsonObject =>
  isRankingType(task) ? { ...options, candidates } : options;

/** An evaluation of a page as it begins, but for its task. */
export const firstInput = (model: ModelChoice | undefined): EvaluationInput => ({
  name: UNNAMED,
  spec: { dataset: { name: '', options: {} }, tasks: { name: FIRST_TASK, options: { count: FIRST_COUNT } } },
  ...(model !== undefined && { models: [model.spec] }),
  shots: [0],
  seeds: [1],
  budget: UNLIMITED,
});

/** What is first compared on tasks of a type. */
export function firstMethods(task: Task['type'], { planners }: LabDescription): readonly string[] {
  const paper = planners.filter(({ reference }) => reference?.startsWith('RecMind') === true);
  return [...paper.map(({ name }) => name), ...(FIRST_BASELINES[task] ?? [])];
}

/** An evaluation with another task, its usual metrics and these methods. @param keeps whether what the page cannot choose stays */
export function withTask(
  input: EvaluationInput,
  task: Task['type'],
  recommenders: readonly Json[],
  { description, keeps }: { readonly description: LabDescription; readonly keeps: boolean },
): EvaluationInput {
  const { dataset = {}, split, tasks, ...others } = jsonMembers(input['spec']);
  const { samples: _, ...options } = jsonMembers(jsonMembers(tasks)['options']);
  const { count = FIRST_COUNT, candidates = CANDIDATES } = options;
  const { base: __, histories, ...rest } = input;
  return {
    ...rest,
    ...(task === 'sequential-recommendation' && histories !== undefined && { histories }),
    spec: {
      ...(keeps && others),
      dataset,
      ...(split !== undefined && { split }),
      metrics: [...(taskNamed(description, task)?.metrics ?? [])],
      tasks: { name: task, options: ranked(task, keeps ? options : { count, candidates }) },
    },
    recommenders,
  };
}

/**
 * An evaluation as it was, but for metrics that are not here.
 * @param present of the page, whose dataset it is about from now on
 */
export function takenUp(
  input: EvaluationInput,
  present: EvaluationInput,
  description: LabDescription,
): EvaluationInput {
  const { tasks: now, dataset: here } = jsonMembers(present['spec']);
  const { tasks, dataset, metrics, ...spec } = jsonMembers(input['spec']);
  const { name, options } = jsonMembers(tasks);
  const task = taskNamed(description, name) ?? taskNamed(description, jsonMembers(now)['name']);
  const type = task?.type ?? FIRST_TASK;
  const { count = FIRST_COUNT } = jsonMembers(jsonMembers(now)['options']);
  const drawn = jsonList(jsonMembers(options)['users']).length > 0 ? {} : { count };
  // Another dataset's slice says nothing of this one.
  const { name: of, options: part } = jsonMembers(dataset);
  const own = jsonText(jsonMembers(here)['name']);
  const isMeasured = (one: Json): boolean => task?.allMetrics.includes(jsonText(one)) === true;
  return {
    ...input,
    name: jsonText(input['name']) || jsonText(present['name']),
    spec: {
      ...spec,
      dataset: { name: own, options: of === own ? jsonMembers(part) : {} },
      metrics: metrics === undefined ? [...(task?.metrics ?? [])] : jsonList(metrics).filter(isMeasured),
      tasks: { name: type, options: ranked(type, { ...drawn, ...jsonMembers(options) }) },
    },
    recommenders: jsonList(input['recommenders']),
    seeds: jsonList(input['seeds']).length > 0 ? jsonList(input['seeds']) : [1],
    budget: { ...UNLIMITED, ...jsonMembers(input['budget']) },
  };
}
