/** @file What a person has chosen on the Plan page, and the RunSpecs that it comes to. */
import type { LabDescription, ModelDescription, PlannerDescription } from '../../../client/lab.ts';
import { jsonMembers, type Json, type JsonObject } from '../../../core/json.ts';
import { asksOfSearches, hostOf } from '../../../core/network-asks.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import type { Task, UserReference } from '../../../core/task.ts';
import { MEMBERS, withPlanner, type Member } from '../../forms/run/members.ts';
import { dialsIn, fitting, reasonerIn, withDial } from '../../forms/run/models.ts';
import { optionsOfOthers } from '../../forms/run/offered.ts';
import { memberAt, withMember, type Written } from '../../forms/written.ts';

type Options = Readonly<Record<string, Json>>;

/** A first look shows a path, a search that cuts and one that keeps. */
const FIRST_PLANNERS = ['chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring'];
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

function firstValue({ defaultSpec: base, readyCase, planners, programs: [program] }: LabDescription): JsonObject {
  const { tasks, recommender, model } = base;
  const names = planners.map(({ name }) => name);
  const first = names.filter((name) => FIRST_PLANNERS.includes(name));
  const { shots = 3 } = tasks.options;
  const { steps = 5, branching = 3 } = recommender.options;
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
      model: { name: model.name, options: {} },
      seed: readyCase.seed,
    },
  };
}

export class SetUp {
  readonly description: LabDescription;
  // These are members of what is set up.
  declare dataset: string;
  declare task: Task['type'];
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
  earlierPrograms = $state.raw<readonly PlannerProgram[]>([]);
  /** The title of a chosen model that is gone, until another one is chosen. */
  lost = $state('');
  stopKeeping = (): void => undefined;
  /** What is set up, as a comparison in a notebook has it, but for whom it asks about. */
  private value = $state.raw<JsonObject>({});
  private readonly optionsOf: (model: string) => Options;
  private readonly datasetFor: (user: number | null) => Options;
  private readonly base: RunSpec;

  /**
   * @param optionsOf what a spec gives a model besides its name, where that is not the reasoner
   * @param datasetFor what a spec about this person gives the dataset besides its name
   */
  constructor(
    description: LabDescription,
    optionsOf: (model: string) => Options,
    datasetFor: (user: number | null) => Options = () => ({}),
  ) {
    this.optionsOf = optionsOf;
    this.datasetFor = datasetFor;
    this.description = description;
    this.base = description.defaultSpec;
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

  /** All planners that can be chosen; the person's own comes last. */
  get available(): readonly PlannerDescription[] {
    return [...this.description.planners, plannerOf(this.program, !this.hasWritten)];
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
    if (isAgent) this.chooseModel(this.base.model.name);
    if (isCritic) this.criticName = '';
    if (isAgent || isCritic) this.lost = title;
    return isAgent || isCritic;
  }

  setDial(name: string, value: number): void {
    this.value = withDial(this.value, { name }, value);
  }

  togglePlanner(name: string): void {
    this.value = withPlanner(this.value, name, this.description);
  }

  /** The spec of one planner; all planners get the same task and seed. */
  spec(planner: string): RunSpec {
    const { base, description, task } = this;
    const fit = fitting(this.value, description);
    const own = this.available.filter(({ name }) => name === planner);
    const others = [...optionsOfOthers(description, own), ...(planner === CUSTOM_PLANNER ? [] : ['program'])];
    const all = Object.entries(jsonMembers(memberAt(fit, OPTIONS))).filter(([name]) => !others.includes(name));
    return {
      ...base,
      dataset: this.datasetSpec,
      tasks: {
        name: task,
        options: { ...base.tasks.options, ...jsonMembers(memberAt(fit, ['spec', 'tasks', 'options'])), ...this.who() },
      },
      recommender: {
        ...base.recommender,
        options: { planner, answerFrom: 'both', ...Object.fromEntries(all) },
      },
      model: this.model !== null ? { name: this.modelName, options: this.dials } : this.asked(this.modelName),
      ...(this.criticName !== '' && { critic: this.asked(this.criticName) }),
      metrics: description.tasks.find(({ type }) => type === task)?.metrics ?? base.metrics,
      seed: this.seed,
    };
  }

  private asked(name: string): ComponentSpec {
    return { name, options: this.optionsOf(name) };
  }

  /** The dataset as specs name it: with the person who is asked about, if they are not in the dataset. */
  get datasetSpec(): ComponentSpec {
    const { guest, user, dataset: name } = this;
    if (guest !== null && user?.id === guest.id) return { name, options: { person: guest.person } };
    return { name, options: this.datasetFor(user?.id ?? null) };
  }

  get used(): readonly ComponentSpec[] {
    const names = this.criticName === '' ? [this.modelName] : [this.modelName, this.criticName];
    return names.map((name) => this.asked(name));
  }

  /** The host that searches go to; null where they stay in this tab. */
  get searches(): string | null {
    const [ask] = asksOfSearches(this.tools);
    return ask === undefined ? null : hostOf(ask);
  }

  /** The person who is asked about; where nobody was chosen, the ready case's on its dataset, anybody on another. */
  private who(): Options {
    if (this.user !== null) return { users: [this.user.id] };
    const { dataset, user } = this.description.readyCase;
    return this.dataset === dataset ? { users: [user.id] } : { users: null, count: 1 };
  }
}
