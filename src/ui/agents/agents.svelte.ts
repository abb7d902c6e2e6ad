/** @file The Agents page: a system of agents, the task it works on, its runs, and what each of its agents is worth. */
import { SvelteSet } from 'svelte/reactivity';
import type { AgentsDescription, AgentSystem, LabDescription, OpenDataset } from '../../client/lab.ts';
import { LabError, toLabError } from '../../core/errors.ts';
import type { EvaluationTable } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import { isRequestType } from '../../core/request.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../../core/run.ts';
import { isRankingType } from '../../core/task.ts';
import type { TraceNode } from '../../core/trace-tree.ts';
import type { Models } from '../models/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import { RunView } from '../plan/run-view.svelte.ts';
import { SharedRuns } from '../plan/shared-runs.svelte.ts';
import { Stage } from '../plan/stage.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { agentsSpec, specOfMany } from './agents-spec.ts';
import type { AgentTask, OpenSamples } from './asked.ts';
import { keepAgents, keepSamples } from './kept-agents.ts';
import { OwnFiles, type Files } from './own-files.svelte.ts';
import { Requests } from './requests.svelte.ts';
import { runAgents, throwFailure } from './run-agents.ts';
import { systemOf, systemsAmong, withAgent, type SystemFile } from './system-file.ts';

const CANDIDATES = 8;

/** The state of the Agents page. It lives on while other pages are open. */
export class Agents {
  readonly session: Session;
  readonly plan: Plan;
  readonly stage = new Stage(() => this.session.directory);
  readonly requests = new Requests();
  readonly shared: SharedRuns;
  task = $state<AgentTask>('rating-prediction');
  system = $state('analyst-reflector');
  rounds = $state(2);
  seed = $state(1);
  /** How many tasks a comparison asks about and a file of samples gets, where there are as many. */
  count = $state(20);
  /** Samples of a file, in place of a person's task; null where there are none. */
  samples = $state.raw<OpenSamples | null>(null);
  /** Files that a person opened or changed. */
  readonly own = new OwnFiles(() => this.agents?.files ?? {});
  /** What is wrong with the system, by the lab. */
  problem = $state('');
  running = $state.raw<{ readonly stop: () => void; readonly what: string } | null>(null);
  view = $state<'lanes' | 'attempts' | 'tree'>('lanes');
  ablation = $state.raw<EvaluationTable | null>(null);
  /** Agents whose inner loop was opened, or of managers folded, against what is shown at first. */
  private readonly toggled = new SvelteSet<string>();
  private readonly models: Models;
  private checks = 0;
  /** Which one everything on the page belongs to. */
  private dataset: OpenDataset | null = null;
  private stopKeeping = (): void => undefined;

  constructor(session: Session, plan: Plan, models: Models) {
    this.session = session;
    this.plan = plan;
    this.models = models;
    this.shared = new SharedRuns(this);
    keepAgents(session.settings, this);
  }

  /** Begins a new page where another dataset is open than last time. */
  follow(dataset: OpenDataset): void {
    if (dataset === this.dataset) return;
    this.dataset = dataset;
    this.clear();
    this.ablation = null;
    this.requests.clear();
    this.stopKeeping();
    this.samples = null;
    this.stopKeeping = keepSamples(this.session.settings, this, dataset.manifest.name);
    if (this.plan.setUp !== null) this.changed();
  }

  get description(): LabDescription | null {
    return this.session.description;
  }

  get agents(): AgentsDescription | null {
    return this.description?.agents ?? null;
  }

  /** The systems that do the task, or have the agent that is asked alone. */
  get systems(): readonly AgentSystem[] {
    const { task, requests } = this;
    return (this.agents === null ? [] : systemsAmong(this.agents, this.own.list))
      .filter(({ tasks }) => tasks.includes(task))
      .filter(({ agents }) => task !== 'single-agent' || agents.includes(requests.agent));
  }

  /** True where agents are asked something that nothing is held out for. */
  get isRequest(): boolean {
    return isRequestType(this.task);
  }

  /** Why nothing can be run yet; empty where it can. */
  get obstacle(): string {
    return this.problem || (isRequestType(this.task) ? this.requests.missing(this.task) : '');
  }

  /** All files: the lab's, and in their place what a person changed. */
  get allFiles(): Files {
    return { ...this.agents?.files, ...this.own.list };
  }

  get path(): string {
    const isOwn = this.agents?.systems.some(({ name }) => name === this.system) === true;
    return isOwn ? `systems/${this.system}.json` : this.system;
  }

  /** The system's own file. */
  get systemFile(): SystemFile {
    return systemOf(this.allFiles[this.path] ?? null);
  }

  /** Models that an agent may have of its own, besides the run's. */
  get ownModels(): readonly { readonly name: string; readonly title: string }[] {
    const lab = (this.description?.models ?? []).map(({ name, title }) => ({ name, title }));
    return [...lab, ...this.models.ready.map(({ name }) => ({ name, title: this.models.titleOf(name) }))];
  }

  /** The model that an agent's file names, where it is one of the lab's; else the run's. */
  modelOf(path: string): string | null {
    const { model_name: named } = (this.allFiles[path] ?? {}) as { readonly model_name?: Json };
    return this.ownModels.find(({ name }) => name === named)?.name ?? null;
  }

  private get agentModels(): { readonly [name: string]: Json } {
    const named = this.systemFile.agentFiles.flatMap(({ path }) => this.modelOf(path) ?? []);
    return Object.fromEntries(named.map((name) => [name, { name, options: this.models.optionsOf(name) }]));
  }

  /** All models that a run asks, as specs name them. */
  get used(): readonly ComponentSpec[] {
    const [run] = this.plan.setUp?.used ?? [];
    const own = Object.values(this.agentModels) as unknown as readonly ComponentSpec[];
    return run === undefined ? own : [run, ...own];
  }

  /** An inner loop is folded at first, a manager's is open. */
  isFolded(agent: TraceNode): boolean {
    return (agent.label !== 'Manager') !== this.toggled.has(agent.id);
  }

  toggle(agent: TraceNode): void {
    if (!this.toggled.delete(agent.id)) this.toggled.add(agent.id);
  }

  chooseTask(task: AgentTask): void {
    this.task = task;
    this.fitSystem();
  }

  chooseAgent(agent: Requests['agent']): void {
    this.requests.agent = agent;
    this.fitSystem();
  }

  /** Another system where the chosen one cannot do what is asked. */
  private fitSystem(): void {
    if (!this.systems.some(({ name }) => name === this.system)) this.system = this.systems[0]?.name ?? this.system;
    this.changed();
  }

  chooseSystem(name: string): void {
    this.system = name;
    this.changed();
  }

  /** Puts a file in the place of the lab's; null takes it away again. */
  setFile(path: string, content: Json): void {
    this.own.set(path, content);
    this.changed();
  }

  /** Takes a file's text as it is typed; what is no JSON yet changes nothing. */
  typeFile(path: string, text: string): void {
    this.own.type(path, text);
    this.changed();
  }

  /** Takes up files that were opened; those that are the lab's own as they are change nothing. */
  setFiles(files: Files): void {
    this.own.take(files);
    this.changed();
  }

  setAgent(name: string, isIn: boolean): void {
    this.setFile(this.path, withAgent(this.allFiles[this.path] ?? null, name, isIn));
  }

  /** A field of a file. */
  setField(path: string, field: string, value: Json): void {
    const before = this.allFiles[path];
    if (typeof before === 'object' && before !== null && !Array.isArray(before))
      this.setFile(path, { ...before, [field]: value });
  }

  /** Takes the lab's own files in the place of all that were changed or opened, or those again. */
  swapFiles(): void {
    this.own.swap();
    this.fitSystem();
  }

  /** Asks the lab whether the system can be read, after something changed. */
  changed(): void {
    this.session.settle('The run', 'The fork', 'The ablation');
    const mine = (this.checks += 1);
    void this.session.client
      .preview(this.spec())
      .then(() => '')
      .catch((thrown: unknown) => toLabError(thrown).message)
      .then((problem) => {
        if (mine === this.checks) this.problem = problem;
      });
  }

  /** Samples of a file are asked about in place of a person's task; null lets go of them. */
  useSamples(samples: OpenSamples | null): void {
    this.samples = samples;
    this.changed();
  }

  private get taskOptions(): { readonly [option: string]: Json } {
    if (isRequestType(this.task)) return this.requests.optionsOf(this.task);
    const user = this.plan.setUp?.user ?? null;
    const whose: Record<string, Json> = user === null ? { count: 1 } : { users: [user.id] };
    return {
      ...(this.samples === null ? whose : { samples: this.samples.list as unknown as Json }),
      ...(isRankingType(this.task) && { candidates: CANDIDATES, history: 10 }),
    };
  }

  spec(): RunSpec {
    const base = this.description?.defaultSpec;
    const setUp = this.plan.setUp;
    if (base === undefined || setUp === null) throw new LabError('internal', 'The lab is not ready.');
    const modelOptions = setUp.isReasoner ? { ...setUp.dials } : this.models.optionsOf(setUp.modelName);
    return agentsSpec(base, {
      dataset: setUp.dataset,
      tasks: { name: this.task, options: this.taskOptions },
      options: this.options(),
      model: { name: setUp.modelName, options: modelOptions },
      metrics: this.agents?.needs.find(({ task }) => task === this.task)?.metrics ?? [],
      seed: this.seed,
    });
  }

  /** The spec over the samples of the file, or over as many tasks as were chosen. */
  specOfMany(): RunSpec {
    const count = this.samples === null ? Math.min(this.count, this.session.dataset?.people ?? 1) : null;
    return specOfMany(this.spec(), count);
  }

  private options(): { readonly [option: string]: Json } {
    const models = this.agentModels;
    return {
      system: this.system,
      rounds: this.rounds,
      ...(Object.keys(this.own.list).length > 0 && { files: this.own.list }),
      ...(Object.keys(models).length > 0 && { models }),
    };
  }

  /** What the run on the page came to; null as long as that is not known. */
  get summary(): RunSummary | null {
    return (this.stage.runs[0]?.grown.end?.summary ?? null) as RunSummary | null;
  }

  private clear(): void {
    this.stage.show([]);
    this.shared.look([]);
  }

  /** Puts a run on the page. */
  show(view: RunView): void {
    this.toggled.clear();
    this.stage.show([view]);
    this.shared.look([view]);
  }

  /** Shows a kept run. @throws LabError `name-unknown` */
  async openKept(id: string): Promise<void> {
    const events = this.session.eventsOf(await this.session.client.readRun(id));
    const title = this.plan.saved.runs.find((run) => run.id === id)?.title ?? id;
    this.show(new RunView({ title, keeps: '', planner: '' }, events, id));
  }

  async run(): Promise<void> {
    await this.work('The run', async (signal) => {
      // All of it may be changed for the next run while this one goes on.
      const spec = this.spec();
      this.clear();
      const said = this.task === 'conversation' ? this.requests.draft : null;
      const title = this.systems.find(({ name }) => name === this.system)?.title ?? this.system;
      if (!(await this.session.prepare(spec, signal))) return;
      const view = new RunView({ title, keeps: '', planner: '' });
      const summary = await runAgents(this, view, spec, signal);
      if (said !== null && typeof summary.reply === 'string') this.requests.answered(said, summary.reply);
      throwFailure(view, summary);
    });
    await this.plan.saved.makeRoom();
  }

  /** Does something that can be stopped, unless something is under way; what goes wrong is told on the page. */
  async work(what: string, action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.running !== null) return;
    const controller = new AbortController();
    this.running = { what, stop: () => controller.abort() };
    await this.session.attempt(what, () => action(controller.signal));
    this.running = null;
  }
}
