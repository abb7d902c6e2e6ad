/** @file What a person has chosen on the Plan page, and the RunSpecs that it comes to. */
import { isRecorded } from '../../../core/reasoner-name.ts';
import type { LabDescription, ModelDescription, PlannerDescription, SampleOfFile } from '../../../client/lab.ts';
import { jsonMember, jsonMembers, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import { asksOfSearches, hostOf } from '../../../core/network-asks.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import { isRequestType, type UserReference } from '../../../core/task.ts';
import { methodsOf, type Method, type TaskType } from '../../forms/grid/methods.ts';
import { MEMBERS, withPlanner, type Member, dialsIn, reasonerIn, withDial } from '../../forms/run/models.ts';
import { memberAt, withMember, type Written } from '../../forms/written.ts';
import type { Files } from '../../parts/agents/system-file.ts';
import { Dialogue } from '../team/dialogue.svelte.ts';
import { modelsOf, specFor } from './set-up-spec.ts';

type Options = Readonly<Record<string, Json>>;

const OPTIONS = ['spec', 'recommender', 'options'];
const DIALS = ['spec', 'model', 'options'];

const MOST_EARLIER = 10;

/** A program as a planner that can be chosen. @param isReady true as long as nobody has changed the one that it began as */
const plannerOf = ({ title }: PlannerProgram, isReady: boolean): PlannerDescription => ({
  name: CUSTOM_PLANNER,
  title,
  keeps: isReady ? 'a planner in a few lines, to change' : 'asks and keeps what you wrote',
  reference: null,
  drops: true,
  usesBranching: true,
  options: [],
});

/** A team or a baseline as what can be chosen beside planners. */
const choiceOf = ({ name, title, hint }: Method): PlannerDescription => ({
  name,
  title,
  keeps: hint,
  reference: hint,
  drops: false,
  usesBranching: false,
  options: [],
});

/** What a person has here besides what comes with the lab. */
export interface OwnParts {
  /** Files of teams. */
  readonly files: Files;
  readonly models: readonly string[];
}

/** What a file asks about, in place of one person's task. */
export interface OpenSamples {
  readonly file: string;
  readonly list: readonly SampleOfFile[];
}

function firstValue({ defaultSpec: base, readyCase, planners, programs: [program] }: LabDescription): JsonObject {
  const { tasks, recommender } = base;
  const names = planners.map(({ name }) => name);
  const first = names.filter((name) => readyCase.planners.includes(name));
  const { shots = 3 } = tasks.options;
  const { branching = 3 } = recommender.options;
  const { steps } = readyCase;
  const { title = 'My planner', source = '' } = program ?? {};
  return {
    planners: first.length === 0 ? names.slice(0, 1) : first,
    spec: {
      dataset: { name: '', options: {} },
      tasks: { name: tasks.name, options: { shots } },
      recommender: {
        name: recommender.name,
        options: { program: { title, source }, steps, branching, actions: 'offered', decide: 'score' },
      },
      model: { name: readyCase.model, options: {} },
      seed: base.seed,
    },
  };
}

export class SetUp {
  readonly description: LabDescription;
  // These are members of what is set up.
  declare dataset: string;
  declare task: TaskType;
  declare shots: number;
  declare examplesFrom: string;
  declare steps: number;
  declare branching: number;
  declare seed: number;
  /** None for the usual ones. */
  declare tools: readonly Json[];
  declare planners: readonly string[];
  declare program: PlannerProgram;
  declare modelName: string;
  declare criticName: string;
  chosenUser = $state.raw<UserReference | null>(null);
  /** The person whom the lab takes as long as nobody is chosen. */
  usualUser = $state.raw<UserReference | null>(null);
  /** Somebody who rated elsewhere, and came with a link. Nothing keeps them. */
  guest = $state.raw<{ readonly id: number; readonly person: Json } | null>(null);
  writing = $state(false);
  /** Whether the files of teams are looked at. */
  editing = $state(false);
  /** The most attempts of a team. */
  rounds = $state(2);
  /** Of a list: among how many it chooses. */
  candidates = $state(100);
  /** What is held out; null for each person's last. */
  split = $state.raw<JsonObject | null>(null);
  samples = $state.raw<OpenSamples | null>(null);
  readonly dialogue = new Dialogue();
  earlierPrograms = $state.raw<readonly PlannerProgram[]>([]);
  /** The title of a chosen model that is gone, until another one is chosen. */
  lost = $state('');
  stopKeeping = (): void => undefined;
  /** What is set up, as a comparison in a notebook has it, but for whom it asks about. */
  private value = $state.raw<JsonObject>({});
  private readonly optionsOf: (model: string) => Options;
  private readonly datasetFor: (user: number | null) => Options;
  readonly own: () => OwnParts;
  private known: { readonly task: TaskType; readonly files: Files; readonly methods: readonly Method[] } | null = null;

  /**
   * @param optionsOf what a spec gives a model besides its name, where that is not the reasoner
   * @param datasetFor what a spec about this person gives the dataset besides its name
   */
  constructor(
    description: LabDescription,
    optionsOf: (model: string) => Options,
    datasetFor: (user: number | null) => Options = () => ({}),
    own: () => OwnParts = () => ({ files: {}, models: [] }),
  ) {
    this.own = own;
    this.optionsOf = optionsOf;
    this.datasetFor = datasetFor;
    this.description = description;
    this.value = firstValue(description);
    const members: Readonly<Record<string, Member<unknown>>> = MEMBERS;
    for (const [name, member] of Object.entries(members)) {
      const set = (to: unknown): JsonObject => (this.value = member.write(this.value, to));
      Object.defineProperty(this, name, { enumerable: true, get: () => member.read(this.value), set });
    }
  }

  form(onchanged: (before: JsonObject) => void = () => undefined): Written {
    const onwrite = (next: JsonObject): void => {
      if (MEMBERS.modelName.read(next) !== this.modelName) this.lost = '';
      const before = this.value;
      this.value = next;
      onchanged(before);
    };
    const schema = { properties: { spec: this.description.forms.run } };
    return { value: this.value, schema, problem: null, isDraft: false, onwrite };
  }

  get user(): UserReference | null {
    return this.chosenUser ?? this.usualUser;
  }

  get model(): ModelDescription | null {
    return reasonerIn(this.value, this.description);
  }

  get dials(): Readonly<Record<string, number>> {
    return this.model === null ? {} : dialsIn(this.value, this.model);
  }
  set dials(dials: Readonly<Record<string, number>>) {
    this.value = withMember(this.value, DIALS, dials);
  }

  /** What planners are told, but for a program. */
  get options(): Options {
    const { program: _, ...options } = jsonMembers(memberAt(this.value, OPTIONS));
    return options;
  }
  set options(options: Options) {
    this.value = withMember(this.value, OPTIONS, { ...options, program: { ...this.program } });
  }

  /** All that can be chosen for the task: planners, of which the person's own comes last, then teams and baselines. */
  get available(): readonly PlannerDescription[] {
    const planners = [...this.description.planners, plannerOf(this.program, !this.hasWritten)];
    return [...(this.isRequest ? [] : planners), ...this.others.map(choiceOf)];
  }

  /** Teams and baselines that do the task. */
  get others(): readonly Method[] {
    const { task } = this;
    const { files } = this.own();
    // A derived would end with the effect in which this is made.
    if (this.known?.task !== task || this.known.files !== files) {
      const methods = methodsOf(this.description, task, { files, program: null });
      this.known = { task, files, methods: methods.filter(({ kind }) => kind !== 'planner') };
    }
    return this.known.methods;
  }

  /** True where teams are asked something that nothing is held out for. */
  get isRequest(): boolean {
    return isRequestType(this.task);
  }

  /** The chosen teams, by the names of their systems. */
  get teams(): readonly string[] {
    const chosen = this.others.filter(({ name, kind }) => kind === 'agents' && this.planners.includes(name));
    return chosen.map(({ recommender }) => jsonText(jsonMember(recommender['options'], 'system')));
  }

  /** Changes files of teams. A chosen team of the lab's that becomes one's own by it stays chosen. */
  changeFiles(change: () => void): void {
    const names = (): readonly string[] => this.others.map(({ name }) => name);
    const before = names();
    change();
    const after = names();
    this.planners = this.planners.map((name) => {
      const own = `${name}/own`;
      if (after.includes(own) && !before.includes(own)) return own;
      return before.includes(name) && !after.includes(name) ? name.replace(/\/own$/, '') : name;
    });
  }

  get hasWritten(): boolean {
    return !this.description.programs.some(({ source }) => source === this.program.source);
  }

  replaceProgram(program: PlannerProgram): void {
    const { program: before, earlierPrograms, hasWritten } = this;
    const isOwn = hasWritten && before.source.trim() !== '';
    const others = earlierPrograms.filter(({ source }) => source !== before.source && source !== program.source);
    const earlier = isOwn && before.source !== program.source ? [before, ...others] : others;
    this.earlierPrograms = earlier.slice(0, MOST_EARLIER);
    this.program = program;
  }

  get chosen(): readonly PlannerDescription[] {
    return this.available.filter(({ name }) => this.planners.includes(name));
  }

  follow(dataset: string): void {
    this.dataset = dataset;
    this.chosenUser = null;
    this.usualUser = null;
    this.guest = null;
    this.examplesFrom = '';
    this.samples = null;
    this.dialogue.clear();
    const { defaultSpec, readyCase } = this.description;
    if (isRecorded(this.modelName) && dataset !== readyCase.dataset) this.chooseModel(defaultSpec.model.name);
  }

  /** Chooses who plans and answers; each model begins at its own dials. */
  chooseModel(name: string): void {
    this.lost = '';
    this.modelName = name;
  }

  /** Chooses what comes with the lab in the place of a model that is gone. @returns false where it was not chosen */
  letGo(name: string, title: string): boolean {
    const isAgent = this.modelName === name;
    const isCritic = this.criticName === name;
    if (isAgent) this.chooseModel(this.description.defaultSpec.model.name);
    if (isCritic) this.criticName = '';
    if (isAgent || isCritic) this.lost = title;
    return isAgent || isCritic;
  }

  setDial(name: string, value: number): void {
    this.value = withDial(this.value, { name }, value);
  }

  toggle(name: string): void {
    if (this.others.every((one) => one.name !== name)) this.value = withPlanner(this.value, name, this.description);
    else if (this.planners.includes(name)) this.planners = this.planners.filter((one) => one !== name);
    else this.planners = [...this.planners, name];
  }

  /** The spec of one method; all get the same task and seed. */
  spec(method: string): RunSpec {
    return specFor(this, method);
  }

  /** Who answers in a conversation, for which nothing is recorded. */
  get speaker(): ComponentSpec {
    return isRecorded(this.modelName) ? this.description.defaultSpec.model : this.spec('self-inspiring').model;
  }

  asked(name: string): ComponentSpec {
    return { name, options: this.optionsOf(name) };
  }

  /** The dataset as specs name it: with the person who is asked about, if they are not in the dataset. */
  get datasetSpec(): ComponentSpec {
    const { guest, user, dataset: name } = this;
    if (guest !== null && user?.id === guest.id) return { name, options: { person: guest.person } };
    return { name, options: this.datasetFor(user?.id ?? null) };
  }

  get used(): readonly ComponentSpec[] {
    const ofTeams = this.teams.flatMap((system) => modelsOf(this, system));
    const names = [this.modelName, ...(this.criticName === '' ? [] : [this.criticName]), ...ofTeams];
    return names.filter((name, at) => names.indexOf(name) === at).map((name) => this.asked(name));
  }

  /** The host that searches go to; null where they stay in this tab. */
  get searches(): string | null {
    const [ask] = asksOfSearches(this.tools);
    return ask === undefined ? null : hostOf(ask);
  }
}
