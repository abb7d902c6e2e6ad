/** @file Evaluations as data: the first one of a page, one with another task, one that is taken up again, and the models that one may ask. */
import { canonicalJson, jsonMembers, type JsonObject, jsonList, jsonText, type Json } from '../../../core/json.ts';
import { counted } from '../../words.ts';
import type { EvaluationInput, LabDescription } from '../../../client/lab.ts';
import { UNNAMED } from '../../../core/evaluation-name.ts';
import { isRankingType, type Task } from '../../../core/task.ts';

/** Chosen at first: the paper's planners, and what they have to beat. */
const FIRST_BASELINES: Readonly<Partial<Record<Task['type'], readonly string[]>>> = {
  'rating-prediction': ['baseline/user-item-bias', 'baseline/item-knn-ratings'],
  'direct-recommendation': ['baseline/popularity', 'baseline/item-cosine'],
  'sequential-recommendation': ['baseline/popularity', 'baseline/markov-chain'],
  'explanation-generation': ['baseline/first-review', 'baseline/text-rank'],
  'review-summarization': ['baseline/first-review', 'baseline/text-rank'],
};
export const FIRST_COUNT = 50;
export const FIRST_TASK = 'direct-recommendation';
const CANDIDATES = 100;
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

export interface KeptModels {
  readonly ready: readonly { readonly name: string }[];
  titleOf(name: string): string;
  optionsOf(name: string): JsonObject;
}

export interface ModelChoice {
  readonly key: string;
  readonly title: string;
  readonly spec: JsonObject;
}

/** Equal for equal models, whatever they are called; a model is at its default preset where it says nothing. */
export const keyOfModel = (model: Json): string => {
  const { name = '', options } = jsonMembers(model);
  const { preset, ...own } = jsonMembers(options);
  return canonicalJson({ name, options: preset === undefined || preset === 'default' ? own : { ...own, preset } });
};

export function modelsOfLab({ models }: LabDescription): readonly ModelChoice[] {
  return models.flatMap(({ name, title, presets }): ModelChoice[] =>
    presets.length === 0
      ? [{ key: name, title, spec: { name, options: {}, label: title } }]
      : presets.map((preset) => {
          const label = preset.name === 'default' ? 'Rules' : `Rules, ${preset.title.toLowerCase()}`;
          return {
            key: `${name} ${preset.name}`,
            title: label,
            spec: { name, options: { preset: preset.name }, label },
          };
        }),
  );
}

const modelsKept = (kept: KeptModels): readonly ModelChoice[] =>
  kept.ready.map(({ name }) => {
    const title = kept.titleOf(name);
    return { key: name, title, spec: { name, options: kept.optionsOf(name), label: title } };
  });

/** An evaluation with its models as they are set up here by now, without those that are here no longer. */
export function withModelsHere(input: JsonObject, lab: LabDescription, kept: KeptModels): JsonObject {
  const { models, ...others } = input;
  const named = jsonList(models).map(jsonMembers);
  const here = [...modelsOfLab(lab), ...modelsKept(kept)].filter(({ spec }) =>
    named.some(({ name, label }) => name === spec['name'] && label === spec['label']),
  );
  return here.length === 0 ? others : { ...others, models: here.map(({ spec }) => spec) };
}

/** Models of engines, chosen and kept in the Library, and those that an evaluation has besides. */
export function languageModels(input: JsonObject, lab: LabDescription, kept: KeptModels): readonly ModelChoice[] {
  const ready = modelsKept(kept);
  const known = [...modelsOfLab(lab), ...ready].map(({ spec }) => keyOfModel(spec));
  const others = jsonList(input['models'])
    .map(jsonMembers)
    .filter((spec) => !known.includes(keyOfModel(spec)));
  return [
    ...ready,
    ...others.map((spec) => {
      const title = jsonText(spec['label']) || kept.titleOf(jsonText(spec['name']));
      return { key: keyOfModel(spec), title, spec };
    }),
  ];
}

export interface SplitChoice {
  readonly title: string;
  /** `split` of a run spec; null for what it is where none is given. */
  readonly spec: JsonObject | null;
}

export const SPLITS: readonly SplitChoice[] = [
  { title: 'each person’s last', spec: null },
  { title: 'each person’s last but one', spec: { name: 'leave-last-out', options: { validation: 1 } } },
  { title: 'the last, as MACRec cuts', spec: { name: 'macrec', options: {} } },
  { title: 'the last but one, as MACRec cuts', spec: { name: 'macrec', options: { part: 'dev' } } },
  { title: 'a random fifth', spec: { name: 'random-holdout', options: {} } },
  { title: 'a random tenth, as P5 cuts', spec: { name: 'p5', options: {} } },
  { title: 'all but the first 3 of new people', spec: { name: 'cold-start', options: {} } },
  { title: 'all but the first 3 of new items', spec: { name: 'cold-start', options: { of: 'items' } } },
  { title: 'all but the latest 10 before the last', spec: { name: 'evolving-interest', options: {} } },
  { title: 'all but the earliest 10 and the last', spec: { name: 'evolving-interest', options: { history: 'early' } } },
];

/** The choices, and with them a split that none of them is. */
export function splitChoices(split: JsonObject | null): readonly SplitChoice[] {
  const isKnown = SPLITS.some(({ spec }) => canonicalJson(spec) === canonicalJson(split));
  return isKnown ? SPLITS : [...SPLITS, { title: 'as this evaluation has it', spec: split }];
}

export function partWordsOf(input: JsonObject): string {
  const { dataset, split } = jsonMembers(input['spec']);
  const { slice, person } = jsonMembers(jsonMembers(dataset)['options']);
  const { name } = jsonMembers(person);
  const who = typeof name === 'string' ? `, with ${name}` : '';
  return `${who}${partWords(jsonMembers(slice), split === undefined ? null : jsonMembers(split))}`;
}

const dayOf = (seconds: number): string => new Date(1000 * seconds).toISOString().slice(0, 10);

/** `, 50 people, a 5-core, rated at least 4; held out: a random fifth`; empty for the whole and its usual split. */
export function partWords({ users, core, minRating, from, until }: JsonObject, split: JsonObject | null): string {
  const parts = [
    ...(typeof users === 'number' ? [counted(users, 'person', 'people')] : []),
    ...(typeof core === 'number' ? [`a ${core}-core`] : []),
    ...(typeof minRating === 'number' ? [`rated at least ${minRating}`] : []),
    ...(typeof from === 'number' ? [`from ${dayOf(from)}`] : []),
    ...(typeof until === 'number' ? [`before ${dayOf(until)}`] : []),
  ].map((part) => `, ${part}`);
  const chosen = splitChoices(split).find(({ spec }) => canonicalJson(spec) === canonicalJson(split));
  return `${parts.join('')}${split === null ? '' : `; held out: ${chosen?.title ?? ''}`}`;
}
