/** @file What a person has chosen to compare, and the evaluation that it comes to. */
import type { EvaluationInput, LabDescription } from '../../../client/lab.ts';
import { UNNAMED } from '../../../core/evaluation-name.ts';
import { jsonList, jsonMembers, type Json } from '../../../core/json.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { isRankingType, type Task } from '../../../core/task.ts';
import { withChosenTasks } from './chosen-tasks.ts';
import { answeringTwice, methodsIn, methodsOf, NOTHING_OWN, type Method, type OwnMethods } from './methods.ts';

type Members = { readonly [field: string]: Json };

/** The models that are kept in this browser. */
export interface KeptModels {
  readonly ready: readonly { readonly name: string }[];
  titleOf(name: string): string;
  optionsOf(name: string): Members;
}

/** A model, or a model at one of its presets. */
export interface ModelChoice {
  readonly key: string;
  readonly title: string;
  readonly spec: Members;
}

/** Chosen at first: the paper's planners, and what they have to beat. */
const FIRST_BASELINES: Readonly<Record<Task['type'], readonly string[]>> = {
  'rating-prediction': ['baseline/user-item-bias', 'baseline/item-knn-ratings'],
  'direct-recommendation': ['baseline/popularity', 'baseline/item-cosine'],
  'sequential-recommendation': ['baseline/popularity', 'baseline/markov-chain'],
  'explanation-generation': ['baseline/first-review', 'baseline/text-rank'],
  'review-summarization': ['baseline/first-review', 'baseline/text-rank'],
};

/** What may be chosen of each dimension. */
export const SHOTS = [0, 1, 3, 5, 10] as const;
/** Model calls that a task may take. */
export const CALL_BUDGETS = [4, 8, 16, 32, 64] as const;
/** How many items of history a prompt lists. */
export const HISTORIES = [2, 5, 10, 20, 50] as const;
/** Numbers of candidates. */
export const CANDIDATES = [10, 20, 50, 100] as const;

const NOTHING_SHARED = { spec: {}, options: {} } as const;
const UNLIMITED = { modelCalls: 1e9, tokens: 1e12 };

const numbersOf = (value: Json | undefined): number[] => jsonList(value).filter((one) => typeof one === 'number');
const numberOf = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback);
const textOf = (value: Json | undefined, fallback: string): string => (typeof value === 'string' ? value : fallback);
const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

/** The choices of the Compare page. */
export class Grid {
  readonly description: LabDescription;
  /** Ends the keeping of what is chosen. */
  stopKeeping = (): void => undefined;
  private readonly kept: KeptModels;
  private readonly ownMethods: () => OwnMethods;
  /** Under which it is kept; it gets a name of its own when it is first run. */
  name = $state(UNNAMED);
  dataset = $state('');
  task = $state<Task['type']>('direct-recommendation');
  count = $state(50);
  candidates = $state(100);
  /** Which part of the dataset; empty for the whole. */
  slice = $state.raw<Members>({});
  /** The person at the page, as a spec has them, where they are to be measured too; null for the dataset alone. */
  person = $state.raw<Json>(null);
  /** What is held out; null for what it is where nothing is said. */
  split = $state.raw<Members | null>(null);
  seeds = $state(1);
  chosen = $state.raw<readonly string[]>([]);
  /** By name. */
  metrics = $state.raw<readonly string[]>([]);
  /** Whether planners that drop states answer a second time, from everything that they explored. */
  explored = $state(false);
  /** Methods of a restored evaluation that the lab does not offer so, such as agents that are left out. */
  private own = $state.raw<readonly Method[]>([]);
  /** What a restored evaluation says that this page cannot choose, such as the agents' limits; empty for a new one. */
  private shared = $state.raw<{ readonly spec: Members; readonly options: Members }>(NOTHING_SHARED);
  models = $state.raw<readonly string[]>([]);
  shots = $state.raw<readonly number[]>([0]);
  /** Where examples come from: names of datasets, empty for the open one. */
  examplesFrom = $state.raw<readonly string[]>(['']);
  /** Datasets that are kept here besides the open one. */
  others = $state.raw<readonly { readonly name: string; readonly title: string }[]>([]);
  callBudgets = $state.raw<readonly number[]>([]);
  /** Lengths of history, of sequences alone; what the spec has where there is none. */
  histories = $state.raw<readonly number[]>([]);
  base = $state('');
  /** Null for no limit. */
  modelCalls = $state<number | null>(null);
  tokens = $state<number | null>(null);

  /**
   * @param kept models that can be loaded here, besides what comes with the lab
   * @param own what the person opened, changed or wrote on other pages
   */
  constructor(description: LabDescription, kept: KeptModels, own: () => OwnMethods = () => NOTHING_OWN) {
    this.description = description;
    this.ownMethods = own;
    this.kept = kept;
    this.chooseFirst();
    this.models = this.modelChoices.slice(0, 1).map(({ key }) => key);
  }

  /** All methods that can answer the task. */
  get methods(): readonly Method[] {
    return [...methodsOf(this.description, this.task, this.ownMethods()), ...this.own];
  }

  /** The ticked methods that can answer the task. */
  get ticked(): readonly Method[] {
    return this.methods.filter(({ name }) => this.chosen.includes(name));
  }

  get modelChoices(): readonly ModelChoice[] {
    return [...this.ownModels, ...this.languageModels];
  }

  /** Models of engines, chosen and kept on the Models page. */
  get languageModels(): readonly ModelChoice[] {
    return this.kept.ready.map(({ name }) => {
      const title = this.kept.titleOf(name);
      return { key: name, title, spec: { name, options: this.kept.optionsOf(name), label: title } };
    });
  }

  /** What a model is called. */
  titleOf(name: string): string {
    return this.kept.titleOf(name);
  }

  /** What comes with the lab, at each preset. */
  get ownModels(): readonly ModelChoice[] {
    return this.description.models.flatMap(({ name, title, presets }): ModelChoice[] =>
      presets.length === 0
        ? [{ key: name, title, spec: { name, options: {}, label: title } }]
        : presets.map((preset) => ({
            key: `${name} ${preset.name}`,
            title: preset.title,
            spec: { name, options: { preset: preset.name }, label: preset.title },
          })),
    );
  }

  /** The models that the ticked methods ask, as specs name them: baselines ask none, and where none is ticked the rules are asked. */
  get used(): readonly ComponentSpec[] {
    if (this.ticked.every(({ kind }) => kind === 'baseline')) return [];
    const ticked = this.modelChoices.filter(({ key }) => this.models.includes(key));
    return ticked.map(({ spec }) => ({ name: textOf(spec['name'], ''), options: jsonMembers(spec['options']) }));
  }

  /** All metrics that apply to the task. */
  get allMetrics(): readonly string[] {
    return this.description.tasks.find(({ type }) => type === this.task)?.allMetrics ?? [];
  }

  /** Those that are measured where nobody chooses others. */
  private get usualMetrics(): readonly string[] {
    return this.description.tasks.find(({ type }) => type === this.task)?.metrics ?? [];
  }

  get hasCandidates(): boolean {
    return isRankingType(this.task);
  }

  chooseTask(task: Task['type']): void {
    this.task = task;
    this.own = [];
    this.shared = NOTHING_SHARED;
    this.chooseFirst();
  }

  toggleMethod(name: string): void {
    this.chosen = toggled(this.chosen, name);
  }

  /** In the order of the registry. */
  toggleMetric(name: string): void {
    const chosen = toggled(this.metrics, name);
    this.metrics = this.allMetrics.filter((one) => chosen.includes(one));
  }

  toggleModel(key: string): void {
    this.models = toggled(this.models, key);
  }

  toggleShots(shots: number): void {
    this.shots = toggled(this.shots, shots).sort((a, b) => a - b);
  }

  toggleExamplesFrom(name: string): void {
    this.examplesFrom = toggled(this.examplesFrom, name);
  }

  toggleCallBudget(calls: number): void {
    this.callBudgets = toggled(this.callBudgets, calls).sort((a, b) => a - b);
  }

  toggleHistory(items: number): void {
    this.histories = toggled(this.histories, items).sort((a, b) => a - b);
  }

  /** Where examples come from, the tasks' own dataset first; nowhere where there are none. */
  private get sources(): readonly Json[] {
    if (!this.shots.some((shots) => shots > 0)) return [];
    const chosen = this.others.filter(({ name }) => this.examplesFrom.includes(name));
    const others = chosen.map(({ name, title }): Json => ({ name, options: {}, label: title }));
    return this.examplesFrom.includes('') || others.length === 0 ? [null, ...others] : others;
  }

  /** Only prompts of sequences list a history. */
  get hasHistory(): boolean {
    return this.task === 'sequential-recommendation';
  }

  /** How many tasks were chosen one by one; 0 where all are asked that a count gives. */
  get chosenTasks(): number {
    return jsonList(this.shared.options['samples']).length;
  }

  /** Asks about these tasks alone, each once. @param tasks such as `599:6`, a person and an item; all again where there are none */
  askOnly(tasks: readonly string[]): void {
    this.shared = { ...this.shared, options: withChosenTasks(this.shared.options, tasks) };
    if (this.chosenTasks > 0) this.count = this.chosenTasks;
  }

  /** The evaluation as data. */
  get input(): EvaluationInput {
    const { task, count, candidates } = this;
    const models = this.modelChoices.filter(({ key }) => this.models.includes(key)).map(({ spec }) => spec);
    return {
      name: this.name,
      spec: {
        dataset: {
          name: this.dataset,
          options: {
            ...(Object.keys(this.slice).length > 0 && { slice: this.slice }),
            ...(this.person !== null && { person: this.person }),
          },
        },
        metrics: [...this.metrics],
        ...this.shared.spec,
        ...(this.split !== null && { split: this.split }),
        tasks: {
          name: task,
          options: { ...this.shared.options, count, ...(this.hasCandidates && { candidates }) },
        },
      },
      recommenders: (this.explored ? this.ticked.map(answeringTwice) : this.ticked).map(
        ({ recommender }) => recommender,
      ),
      ...(models.length > 0 && { models }),
      ...(this.shots.length > 0 && { shots: [...this.shots] }),
      ...(this.sources.some((source) => source !== null) && { examplesFrom: [...this.sources] }),
      ...(this.callBudgets.length > 0 && { callBudgets: [...this.callBudgets] }),
      ...(this.hasHistory && this.histories.length > 0 && { histories: [...this.histories] }),
      seeds: Array.from({ length: this.seeds }, (_, at) => at + 1),
      ...(this.base !== '' && { base: this.base }),
      budget: {
        modelCalls: this.modelCalls ?? UNLIMITED.modelCalls,
        tokens: this.tokens ?? UNLIMITED.tokens,
      },
    };
  }

  /** Chooses what an evaluation says; what the page cannot choose is kept as it is. */
  restore(input: EvaluationInput): void {
    const spec = jsonMembers(input['spec']);
    const tasks = jsonMembers(spec['tasks']);
    const options = jsonMembers(tasks['options']);
    const budget = jsonMembers(input['budget']);
    const known = this.description.tasks.find(({ type }) => type === tasks['name']);
    this.name = textOf(input['name'], this.name);
    this.task = known?.type ?? this.task;
    this.count = numberOf(options['count'], this.count);
    this.candidates = numberOf(options['candidates'], 100);
    const { tasks: _, dataset, split, metrics, ...others } = spec;
    const measured = jsonList(metrics).filter((one) => typeof one === 'string');
    this.metrics = metrics === undefined ? this.usualMetrics : measured.filter((one) => this.allMetrics.includes(one));
    // Another dataset's slice says nothing of this one.
    const isSame = textOf(jsonMembers(dataset)['name'], '') === this.dataset;
    const part = isSame ? jsonMembers(jsonMembers(dataset)['options']) : {};
    this.slice = jsonMembers(part['slice']);
    this.person = part['person'] ?? null;
    this.split = split === undefined ? null : jsonMembers(split);
    const { count: __, candidates: ___, ...own } = options;
    this.shared = { spec: others, options: own };
    const offered = methodsOf(this.description, this.task, this.ownMethods());
    const recommenders = jsonList(input['recommenders']);
    const once = methodsIn(recommenders, offered);
    const twice = methodsIn(recommenders, offered.map(answeringTwice));
    const unknown = (methods: readonly Method[]): number => methods.filter(({ kind }) => kind === 'restored').length;
    this.explored = unknown(twice) < unknown(once);
    const methods = this.explored ? twice : once;
    this.own = methods.filter(({ kind }) => kind === 'restored');
    this.chosen = methods.map(({ name }) => name);
    const models = jsonList(input['models']).map(jsonMembers);
    this.models = this.modelChoices
      .filter(({ spec: own }) =>
        models.some((model) => model['name'] === own['name'] && model['label'] === own['label']),
      )
      .map(({ key }) => key);
    this.shots = numbersOf(input['shots']);
    const sources = jsonList(input['examplesFrom']).map((one) => textOf(jsonMembers(one)['name'], ''));
    this.examplesFrom = sources.length === 0 ? [''] : sources;
    this.callBudgets = numbersOf(input['callBudgets']);
    this.histories = numbersOf(input['histories']);
    this.seeds = Math.max(1, jsonList(input['seeds']).length);
    this.base = textOf(input['base'], '');
    this.modelCalls = limitOf(budget['modelCalls'], UNLIMITED.modelCalls);
    this.tokens = limitOf(budget['tokens'], UNLIMITED.tokens);
  }

  private chooseFirst(): void {
    const { planners } = this.description;
    this.base = '';
    this.metrics = this.usualMetrics;
    const paper = planners.filter(({ reference }) => reference?.startsWith('RecMind') === true).map(({ name }) => name);
    this.chosen = [...paper, ...FIRST_BASELINES[this.task]];
  }
}

const limitOf = (value: Json | undefined, unlimited: number): number | null =>
  typeof value === 'number' && value < unlimited ? value : null;
