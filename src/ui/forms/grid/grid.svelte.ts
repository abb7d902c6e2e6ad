/** @file An evaluation as a form shows and writes it: what can be chosen, what is chosen, and what a choice changes. */
import type { EvaluationInput, LabDescription } from '../../../client/lab.ts';
import { canonicalJson, jsonList, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { isRecorded } from '../../../core/reasoner-name.ts';
import type { ComponentSpec } from '../../../core/run.ts';
import { isRankingType, type Task } from '../../../core/task.ts';
import {
  answeringTwice,
  inOtherOptions,
  keyOfRecommender,
  methodOf,
  methodsOf,
  NOTHING_OWN,
  type Method,
  type OwnMethods,
} from './methods.ts';
import { memberAt, withMember, type Written } from '../written.ts';
import {
  FIRST_COUNT,
  FIRST_TASK,
  firstInput,
  firstMethods,
  keyOfModel,
  languageModels,
  modelsOfLab,
  takenUp,
  withModelsHere,
  withTask,
  type KeptModels,
  type ModelChoice,
} from './evaluation-input.ts';

const DATASET = ['spec', 'dataset'];
const USUAL_SPLIT = '{"name":"leave-last-out","options":{}}';

const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
const metricsFor = (task: Task['type'], { tasks }: LabDescription): readonly string[] =>
  tasks.find(({ type }) => type === task)?.allMetrics ?? [];
const inOrder = <One>(list: readonly One[], keyOf: (one: One) => string, order: readonly string[]): One[] =>
  list.toSorted((a, b) => order.indexOf(keyOf(a)) - order.indexOf(keyOf(b)));

/** The choices of an evaluation: of the Compare page, whose value it holds itself, or of a notebook's cell. */
export class Grid {
  readonly description: LabDescription;
  stopKeeping = (): void => undefined;
  /** Datasets that are kept here besides the open one. */
  others = $state.raw<readonly { readonly name: string; readonly title: string }[]>([]);
  private readonly kept: KeptModels;
  private readonly ownMethods: () => OwnMethods;
  private readonly cell: (() => Written) | null;
  /** True in a notebook, which knows fewer dimensions. */
  readonly isCell: boolean;
  private own = $state.raw<JsonObject>({});
  /** Of those that the lab does not offer so: they can be ticked again. */
  private unticked = $state.raw<readonly JsonObject[]>([]);
  /** The evaluation as data; a page's with the models that are here. */
  readonly input: EvaluationInput = $derived.by(() =>
    this.isCell ? this.form.value : withModelsHere(this.own, this.description, this.kept),
  );
  readonly task = $derived(jsonText(this.at('spec', 'tasks', 'name')) as Task['type']);
  readonly hasCandidates = $derived(isRankingType(this.task));
  private readonly options = $derived(jsonMembers(this.at('spec', 'tasks', 'options')));
  private readonly recommenders = $derived(jsonList(this.input['recommenders']).map(jsonMembers));
  private readonly keys = $derived(this.recommenders.map(keyOfRecommender));
  /** All methods that can answer the task, and those of the evaluation that the lab does not offer so. */
  readonly methods = $derived.by((): readonly Method[] => {
    const offered = methodsOf(this.description, this.task, this.ownMethods());
    const isFirst = ({ key }: Method, at: number, all: readonly Method[]): boolean =>
      all.findIndex((one) => one.key === key) === at;
    const others = [...this.recommenders, ...this.unticked]
      .map(methodOf)
      .filter(isFirst)
      .filter(({ key }) => offered.every((one) => one.key !== key));
    const known = offered.map((one) => (this.isTicked(one) ? one : (inOtherOptions(one, others) ?? one)));
    return [...known, ...others.filter(({ key }) => known.every((one) => one.key !== key))];
  });
  readonly ticked = $derived(this.methods.filter((method) => this.isTicked(method)));
  /** Whether one is chosen that may answer a second time otherwise. */
  readonly canAnswerTwice = $derived(this.ticked.some(({ drops }) => drops));
  readonly ownModels = $derived.by(() => modelsOfLab(this.description));
  /** Models of engines, and those that the evaluation has besides. */
  readonly languageModels = $derived.by(() => languageModels(this.input, this.description, this.kept));
  readonly modelChoices = $derived([...this.ownModels, ...this.languageModels]);
  readonly allMetrics: readonly string[] = $derived.by(() => metricsFor(this.task, this.description));
  readonly metrics = $derived(jsonList(this.at('spec', 'metrics')).map(jsonText));
  readonly hasExamples = $derived(jsonList(this.input['shots']).some((shots) => Number(shots) > 0));

  /**
   * @param kept models that can be loaded here, besides what comes with the lab
   * @param own what the person opened, changed or wrote on other pages
   * @param cell of a notebook, where it is one's: its evaluation has no labels
   */
  constructor(
    description: LabDescription,
    kept: KeptModels,
    own: () => OwnMethods = () => NOTHING_OWN,
    cell: (() => Written) | null = null,
  ) {
    this.description = description;
    this.ownMethods = own;
    this.kept = kept;
    this.cell = cell;
    this.isCell = cell !== null;
    if (cell !== null) return;
    this.own = firstInput(this.modelChoices[0]);
    this.chooseTask(FIRST_TASK);
  }

  get form(): Written {
    if (this.cell !== null) return this.cell();
    return {
      value: this.own,
      schema: this.description.forms.grid,
      problem: null,
      isDraft: false,
      onwrite: (next) => (this.own = next),
    };
  }

  private at(...path: string[]): Json | undefined {
    return memberAt(this.input, path);
  }

  set(path: readonly string[], member: Json | undefined): void {
    this.form.onwrite(withMember(this.form.value, path, member));
  }

  /** Under which it is kept; it gets a name of its own when it is first run. */
  get name(): string {
    return jsonText(this.at('name'));
  }
  set name(name: string) {
    this.set(['name'], name);
  }

  get dataset(): string {
    return jsonText(this.at('spec', 'dataset', 'name'));
  }
  set dataset(name: string) {
    this.set(['spec', 'dataset', 'name'], name);
  }

  /** How many people are drawn; infinite where all are asked, or people who are named. */
  get count(): number {
    const { users = null, count = FIRST_COUNT } = this.options;
    return users === null && count !== null ? Number(count) : Infinity;
  }
  set count(count: number) {
    const { users, ...options } = this.options;
    const asked = withMember(this.form.value, ['spec', 'tasks', 'options'], { ...options, count });
    // What a model was recorded on is the people who were named.
    const models = jsonList(this.input['models']).filter((one) => !isRecorded(jsonText(jsonMembers(one)['name'])));
    const isLeft = (users ?? null) !== null && models.length > 0;
    this.form.onwrite(isLeft ? withMember(asked, ['models'], models) : asked);
  }

  /** How many people are asked, drawn or named; empty for everybody. */
  get people(): number | '' {
    const { users = null, count = FIRST_COUNT } = this.options;
    return users === null ? (count === null ? '' : Number(count)) : jsonList(users).length;
  }

  get slice(): JsonObject {
    return jsonMembers(this.at('spec', 'dataset', 'options', 'slice'));
  }

  /** The person at the page, as a spec has them, where they are to be measured too; null for the dataset alone. */
  get person(): Json {
    return this.at('spec', 'dataset', 'options', 'person') ?? null;
  }
  set person(person: Json) {
    this.set(['spec', 'dataset', 'options', 'person'], person ?? undefined);
  }

  /** What is held out; null for what it is where nothing is said. */
  get split(): JsonObject | null {
    const split = this.at('spec', 'split');
    return split === undefined || canonicalJson(split) === USUAL_SPLIT ? null : jsonMembers(split);
  }

  isTicked({ key }: Method): boolean {
    return this.keys.includes(key);
  }

  toggleMethod(name: string): void {
    const { methods, recommenders } = this;
    const method = methods.find((one) => one.name === name);
    if (method === undefined) return;
    const kept = recommenders.filter((_, at) => this.keys[at] !== method.key);
    const added = this.explored ? answeringTwice(method.recommender, methods) : method.recommender;
    const next = kept.length < recommenders.length ? kept : [...kept, this.unlabelled(added)];
    if (method.name === method.key) this.unticked = [...this.unticked, method.recommender];
    const order = methods.map(({ key }) => key);
    this.set(['recommenders'], inOrder(next, keyOfRecommender, order));
  }

  /** Whether all planners that drop states answer a second time, from everything that they explored. */
  get explored(): boolean {
    const twice = this.recommenders.map((one) => answeringTwice(one, this.methods));
    return this.canAnswerTwice && canonicalJson(twice) === canonicalJson(this.recommenders);
  }
  set explored(explored: boolean) {
    const once = (one: JsonObject): JsonObject => withMember(one, ['options', 'answerFrom'], undefined);
    const next = this.recommenders.map((one) => (explored ? answeringTwice(one, this.methods) : once(one)));
    this.set(['recommenders'], next);
  }

  private unlabelled(component: JsonObject): JsonObject {
    return this.isCell ? withMember(component, ['label'], undefined) : component;
  }

  hasModel({ spec }: ModelChoice): boolean {
    return jsonList(this.input['models']).some((one) => keyOfModel(one) === keyOfModel(spec));
  }

  toggleModel(choice: ModelChoice): void {
    const models = jsonList(this.input['models']);
    const kept = models.filter((one) => keyOfModel(one) !== keyOfModel(choice.spec));
    const next = kept.length < models.length ? kept : [...kept, this.unlabelled(choice.spec)];
    const order = this.modelChoices.map(({ spec }) => keyOfModel(spec));
    this.setList('models', inOrder(next, keyOfModel, order));
  }

  /** The models that the ticked methods ask, as specs name them: baselines ask none, and where none is ticked the rules are asked. */
  get used(): readonly ComponentSpec[] {
    if (this.ticked.every(({ kind }) => kind === 'baseline')) return [];
    const models = jsonList(this.input['models']).map(jsonMembers);
    return models.map(({ name, options }) => ({ name: jsonText(name), options: jsonMembers(options) }));
  }

  toggleMetric(name: string): void {
    const chosen = toggled(this.metrics, name);
    const ordered = this.allMetrics.filter((one) => chosen.includes(one));
    this.set(['spec', 'metrics'], ordered);
  }

  /** A page says nothing of what is not chosen; a cell says so, to be told that it needs one. */
  private setList(member: string, list: readonly Json[]): void {
    this.set([member], list.length === 0 && !this.isCell ? undefined : list);
  }

  /** Where examples come from: names of datasets, empty for the open one. */
  get examplesFrom(): readonly string[] {
    const sources = jsonList(this.input['examplesFrom']).map((one) => jsonText(jsonMembers(one)['name']));
    return sources.length === 0 ? [''] : sources;
  }

  /** The tasks' own dataset first. */
  toggleExamplesFrom(name: string): void {
    const chosen = toggled(this.examplesFrom, name);
    const others = this.others.filter((other) => chosen.includes(other.name));
    const named = others.map(({ name: of, title }): Json => ({ name: of, options: {}, label: title }));
    this.setList('examplesFrom', named.length === 0 ? [] : [...(chosen.includes('') ? [null] : []), ...named]);
  }

  /** On a page a task begins with its usual methods and metrics; a cell keeps the methods that it can have. */
  chooseTask(task: Task['type']): void {
    this.unticked = [];
    const { description, isCell } = this;
    const offered = methodsOf(description, task, this.ownMethods());
    const first = firstMethods(task, description);
    const recommenders = isCell
      ? this.recommenders.filter(
          (one, at) => one['name'] === 'recmind' || offered.some(({ key }) => key === this.keys[at]),
        )
      : offered.filter(({ name }) => first.includes(name)).map(({ recommender }) => recommender);
    // People are named for one task: another one begins anew, on people who are drawn.
    const isNamed = !isCell && (this.options['users'] ?? null) !== null;
    const before = isNamed
      ? withMember(firstInput(this.modelChoices[0]), DATASET, this.at(...DATASET))
      : this.form.value;
    this.form.onwrite(withTask(before, task, recommenders, { description, keeps: isCell }));
  }

  /** Takes an evaluation up as it is, but for metrics that are not here. */
  restore(input: EvaluationInput): void {
    this.unticked = [];
    this.own = takenUp(input, this.own, this.description);
  }
}
