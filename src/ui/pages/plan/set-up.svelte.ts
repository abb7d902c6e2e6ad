/** @file What a person has chosen on the Plan page, and the RunSpecs that it comes to. */
import type { LabDescription, ModelDescription, PlannerDescription } from '../../../client/lab.ts';
import type { Json } from '../../../core/json.ts';
import { hostOf, WIKIPEDIA_ORIGIN } from '../../../core/network-asks.ts';
import { CUSTOM_PLANNER, type PlannerProgram } from '../../../core/planner-program.ts';
import type { ComponentSpec, RunSpec } from '../../../core/run.ts';
import { isRankingType, type Task, type UserReference } from '../../../core/task.ts';
import { rankersAmong } from './rankers.ts';

type Options = Readonly<Record<string, Json>>;

const OVER_THE_NETWORK: Json = { name: 'search', options: { provider: 'wikipedia', allowNetwork: true } };

/** The embedding that comes with the lab and needs no model. */
const LEXICAL = 'built-in/lexical';

/** A first look shows a path, a search that cuts and one that keeps. */
const FIRST_PLANNERS = ['chain-of-thought', 'tree-of-thoughts-dfs', 'self-inspiring'];

const numberFrom = (options: Options, name: string, fallback: number): number => {
  const value = options[name];
  return typeof value === 'number' ? value : fallback;
};

/** Texts of programs that can be taken back. */
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

/** The choices of the set-up. */
export class SetUp {
  readonly description: LabDescription;
  dataset = $state('');
  task = $state<Task['type']>('rating-prediction');
  /** The person who was chosen; null where nobody was. */
  chosenUser = $state.raw<UserReference | null>(null);
  /** The person whom the lab takes as long as nobody is chosen. */
  usualUser = $state.raw<UserReference | null>(null);
  /** Somebody who rated elsewhere, and came with a link. Nothing keeps them. */
  guest = $state.raw<{ readonly id: number; readonly person: Json } | null>(null);
  shots = $state(0);
  /** The dataset that examples come from; empty for the one that is open. */
  examplesFrom = $state('');
  steps = $state(0);
  branching = $state(0);
  seed = $state(0);
  /** Where the search tool looks, and whether by words or by meaning. Wikipedia is asked over the network. */
  search = $state<'catalogue' | 'meaning' | 'wikipedia'>('catalogue');
  /** What turns texts into vectors, where meaning is searched by. */
  embeddingName = $state(LEXICAL);
  /** The fitted recommender that planners of a choice may ask; empty for none. */
  ranker = $state('');
  planners = $state.raw<readonly string[]>([]);
  plannerOptions = $state.raw<Options>({});
  /** The planner that the person writes, and texts of before that others took the place of, the latest first. */
  program = $state.raw<PlannerProgram>({ title: 'My planner', source: '' });
  /** Whether the editor of the program is open. */
  writing = $state(false);
  earlierPrograms = $state.raw<readonly PlannerProgram[]>([]);
  modelName = $state('');
  /** Who votes and judges; empty where the model does. */
  criticName = $state('');
  /** The title of a chosen model that is gone, until another one is chosen. */
  lost = $state('');
  /** How a language model is asked: to choose among actions, and by the probabilities of the choices. */
  offered = $state(true);
  scored = $state(true);
  dials = $state.raw<Readonly<Record<string, number>>>({});
  /** Ends the keeping of what was chosen for the dataset. */
  stopKeeping = (): void => undefined;
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
    const base = description.defaultSpec;
    this.optionsOf = optionsOf;
    this.datasetFor = datasetFor;
    this.description = description;
    this.base = base;
    this.task = base.tasks.name as Task['type'];
    this.shots = numberFrom(base.tasks.options, 'shots', 3);
    this.steps = numberFrom(base.recommender.options, 'steps', 5);
    this.branching = numberFrom(base.recommender.options, 'branching', 3);
    this.seed = description.readyCase.seed;
    this.modelName = base.model.name;
    this.dials = this.defaultDials();
    const [program] = description.programs;
    if (program !== undefined) this.program = { title: program.title, source: program.source };
    const names = description.planners.map(({ name }) => name);
    this.planners = names.filter((name) => FIRST_PLANNERS.includes(name));
    if (this.planners.length === 0) this.planners = names.slice(0, 1);
  }

  /** Who is asked about; null until it is known. */
  get user(): UserReference | null {
    return this.chosenUser ?? this.usualUser;
  }

  get model(): ModelDescription | null {
    return this.description.models.find(({ name }) => name === this.modelName) ?? null;
  }

  /** The reasoner knows its own questions alone. */
  get isReasoner(): boolean {
    return this.model !== null;
  }

  /** Only this engine gives the probabilities of replies that it did not write. */
  get canScore(): boolean {
    return [this.modelName, ...(this.criticName === '' ? [] : [this.criticName])].every((name) =>
      name.startsWith('transformers/'),
    );
  }

  /** All planners that can be chosen; the person's own comes last. */
  get available(): readonly PlannerDescription[] {
    return [...this.description.planners, plannerOf(this.program, !this.hasWritten)];
  }

  /** True once the program differs from every program that comes with the lab. */
  get hasWritten(): boolean {
    return !this.description.programs.some(({ source }) => source === this.program.source);
  }

  /** Puts another program in the place of the one that was written, which is kept among the earlier ones. */
  replaceProgram(program: PlannerProgram): void {
    const { program: before, earlierPrograms, hasWritten } = this;
    const isOwn = hasWritten && before.source.trim() !== '';
    const others = earlierPrograms.filter(({ source }) => source !== before.source && source !== program.source);
    const earlier = isOwn && before.source !== program.source ? [before, ...others] : others;
    this.earlierPrograms = earlier.slice(0, MOST_EARLIER);
    this.program = program;
  }

  /** The planners that are chosen, in their own order. */
  get chosen(): readonly PlannerDescription[] {
    return this.available.filter(({ name }) => this.planners.includes(name));
  }

  /** The preset that the dials stand at, if they stand at one. */
  get preset(): string {
    const at = this.model?.presets.find(({ dials }) =>
      Object.entries(this.dials).every(([name, value]) => (dials[name] ?? this.defaultDials()[name]) === value),
    );
    return at?.name ?? '';
  }

  /** Begins on another dataset, whose people nobody has chosen from yet. */
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
    this.dials = this.defaultDials();
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

  choosePreset(name: string): void {
    const preset = this.model?.presets.find((one) => one.name === name);
    if (preset !== undefined) this.dials = { ...this.defaultDials(), ...preset.dials };
  }

  setDial(name: string, value: number): void {
    this.dials = { ...this.dials, [name]: value };
  }

  choosePlanner(name: string): void {
    if (!this.planners.includes(name)) this.togglePlanner(name);
  }

  togglePlanner(name: string): void {
    this.planners = this.planners.includes(name)
      ? this.planners.filter((one) => one !== name)
      : [...this.planners, name];
  }

  setPlannerOption(name: string, value: Json): void {
    this.plannerOptions = { ...this.plannerOptions, [name]: value };
  }

  /** The spec of one planner; all planners get the same task and seed. */
  spec(planner: string): RunSpec {
    const own = this.description.planners.find(({ name }) => name === planner)?.options ?? [];
    const options = Object.fromEntries(
      own.map((option) => [option.name, this.plannerOptions[option.name] ?? option.default]),
    );
    const { base } = this;
    return {
      ...base,
      dataset: this.datasetSpec,
      tasks: {
        name: this.task,
        options: { ...base.tasks.options, shots: this.shots, ...this.source(), ...this.who() },
      },
      recommender: {
        ...base.recommender,
        options: {
          planner,
          ...(planner === CUSTOM_PLANNER && { program: { ...this.program } }),
          steps: this.steps,
          branching: this.branching,
          answerFrom: 'both',
          ...options,
          ...(!this.isReasoner && this.offered && { actions: 'offered' }),
          ...(!this.isReasoner && this.scored && this.canScore && { decide: 'score' }),
          ...this.tools(),
        },
      },
      model: { name: this.modelName, options: this.isReasoner ? { ...this.dials } : this.optionsOf(this.modelName) },
      ...(this.criticName !== '' && { critic: { name: this.criticName, options: this.optionsOf(this.criticName) } }),
      metrics: this.description.tasks.find(({ type }) => type === this.task)?.metrics ?? base.metrics,
      seed: this.seed,
    };
  }

  /** The dataset as specs name it: with the person who is asked about, if they are not in the dataset. */
  get datasetSpec(): ComponentSpec {
    const { guest, user, dataset: name } = this;
    if (guest !== null && user?.id === guest.id) return { name, options: { person: guest.person } };
    return { name, options: this.datasetFor(user?.id ?? null) };
  }

  /** Who plans and who judges, as specs name them. */
  get used(): readonly ComponentSpec[] {
    const names = this.criticName === '' ? [this.modelName] : [this.modelName, this.criticName];
    return names.map((name) => ({ name, options: this.optionsOf(name) }));
  }

  /** The host that searches go to; null where they stay in this tab. */
  get searches(): string | null {
    return this.search === 'wikipedia' ? hostOf({ origin: WIKIPEDIA_ORIGIN }) : null;
  }

  /** The recommenders that may be asked: those that rank by what was learnt. */
  get rankers(): LabDescription['baselines'] {
    return rankersAmong(this.description.baselines);
  }

  private tools(): Options {
    const isRanked = this.ranker !== '' && isRankingType(this.task);
    if (this.search === 'catalogue' && !isRanked) return {};
    const rank: Json[] = isRanked ? [{ name: 'rank', options: { by: { name: this.ranker } } }] : [];
    return { tools: [{ name: 'database' }, this.searchTool(), { name: 'summarize' }, ...rank] };
  }

  private searchTool(): Json {
    if (this.search === 'catalogue') return { name: 'search' };
    if (this.search === 'wikipedia') return OVER_THE_NETWORK;
    const embedding = { name: this.embeddingName, options: this.optionsOf(this.embeddingName) };
    return { name: 'search', options: { provider: 'meaning', embedding } };
  }

  private source(): Options {
    if (this.shots === 0 || this.examplesFrom === '') return {};
    return { examplesFrom: { name: this.examplesFrom, options: {} } };
  }

  /** The person who is asked about; where nobody was chosen, the ready case's on its dataset, anybody on another. */
  private who(): Options {
    if (this.user !== null) return { users: [this.user.id] };
    const { dataset, user } = this.description.readyCase;
    return this.dataset === dataset ? { users: [user.id] } : { users: null, count: 1 };
  }

  private defaultDials(): Record<string, number> {
    return Object.fromEntries((this.model?.dials ?? []).map((dial) => [dial.name, dial.default]));
  }
}
