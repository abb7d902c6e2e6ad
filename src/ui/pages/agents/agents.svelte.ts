/** @file The Agents page: a system of agents, the task it works on, its runs, and what each of its agents is worth. */
import { SvelteSet } from 'svelte/reactivity';
import type { AgentsDescription, LabDescription, OpenDataset } from '../../../client/lab.ts';
import { LabError, toLabError } from '../../../core/errors.ts';
import { asJson, type Json, type JsonObject } from '../../../core/json.ts';
import { isRequestType, isRankingType, type Task } from '../../../core/task.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../../../core/run.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { Models } from '../models/models.svelte.ts';
import { isAgentsLink } from '../../places.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import { readEvents, RunView } from '../plan/run-view.svelte.ts';
import type { SavedRunList } from '../plan/saved-runs.svelte.ts';
import { Stage } from '../plan/stage.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { agentsSpec, specOfMany } from './agents-spec.ts';
import { type AgentTask, Dialogue, type OpenSamples } from './dialogue.svelte.ts';
import { keepAgents, keepSamples } from './kept-agents.ts';
import { LanePicture } from './lane-picture.svelte.ts';
import { loadReadyAgents, type ReadyAgents } from '../plan/ready-case.ts';
import { runAgents, throwFailure } from './run-agents.ts';
import { Team } from './team.svelte.ts';
import { viewsOf, type AgentsView } from './words.ts';

export class Agents {
  readonly session: Session;
  readonly plan: Plan;
  readonly models: Models;
  readonly stage: Stage = new Stage(
    () => this.session.directory,
    // What Plan asks for a guess at is not told here either.
    () => this.plan.guessing.asksAbout(this.stage.runs),
  );
  readonly dialogue = new Dialogue();
  readonly team: Team;
  readonly lanePicture = new LanePicture();
  task = $state<AgentTask>('rating-prediction');
  many = $state(false);
  count = $state(20);
  candidates = $state(8);
  /** What is held out; null for each person's last. */
  split = $state.raw<JsonObject | null>({ name: 'macrec', options: {} });
  seed = $state(1);
  /** Samples of a file, in place of a person's task; null if no file is open. */
  samples = $state.raw<OpenSamples | null>(null);
  /** The first task of the set-up; null if there is none, or if none can be made. */
  preview = $state.raw<Task | null>(null);
  problem = $state('');
  running = $state.raw<{ readonly stop: () => void; readonly what: string } | null>(null);
  view = $state<AgentsView>('lanes');
  /** The recorded run that the page opens with, as long as it is on the stage. */
  ready = $state.raw<ReadyAgents | null>(null);
  /** Agents whose inner loop was opened, or of managers folded, against what is shown at first. */
  private readonly toggled = new SvelteSet<string>();
  private checks = 0;
  private dataset: OpenDataset | null = null;
  private stopKeeping = (): void => undefined;

  constructor(session: Session, plan: Plan, models: Models) {
    this.session = session;
    this.plan = plan;
    this.models = models;
    this.team = new Team(this);
    plan.saved.stages.push(this.stage);
    keepAgents(session.settings, this);
  }

  follow(dataset: OpenDataset): void {
    if (dataset === this.dataset) return;
    this.dataset = dataset;
    this.clear();
    this.dialogue.clear();
    this.stopKeeping();
    this.samples = null;
    this.stopKeeping = keepSamples(this.session.settings, this, dataset.manifest.name);
    if (this.plan.setUp !== null) this.changed();
    if (!this.session.settings.has('agents') && !isAgentsLink(location.hash))
      void this.openReady(dataset.manifest.name);
  }

  /**
   * Shows the recorded run, and sets up what it was asked, so that it can be run again.
   * @param dataset the only one that it is shown for; any where it is left out
   */
  async openReady(dataset: string | null = null): Promise<void> {
    const before = this.stage.shows;
    const opened = await loadReadyAgents().catch(() => null);
    if (opened === null || this.stage.shows !== before || this.running !== null) return;
    const { ready, events } = opened;
    if (dataset !== null && dataset !== ready.dataset) return;
    this.task = 'rating-prediction';
    this.team.system = ready.system;
    this.seed = ready.seed;
    this.show(new RunView({ title: this.team.title, keeps: '', planner: '' }, events));
    this.ready = ready;
    this.changed();
  }

  get description(): LabDescription | null {
    return this.session.description;
  }

  get agents(): AgentsDescription | null {
    return this.description?.agents ?? null;
  }

  get saved(): SavedRunList {
    return this.plan.saved;
  }

  /** True where agents are asked something that nothing is held out for. */
  get isRequest(): boolean {
    return isRequestType(this.task);
  }

  get asked(): number {
    if (this.isRequest) return 1;
    if (this.samples !== null) return this.samples.list.length;
    return this.many ? Math.min(this.count, this.session.dataset?.people ?? 1) : 1;
  }

  /** Why nothing can be run yet; empty where it can. */
  get obstacle(): string {
    return this.problem || (this.isRequest ? this.dialogue.missing : '');
  }

  get used(): readonly ComponentSpec[] {
    const [run] = this.plan.setUp?.used ?? [];
    const own = Object.values(this.team.agentModels);
    return run === undefined ? own : [run, ...own];
  }

  get views(): readonly AgentsView[] {
    return viewsOf({ isConversation: this.isRequest, tasks: this.stage.taskCount });
  }

  get shown(): AgentsView {
    return this.views.includes(this.view) ? this.view : 'lanes';
  }

  /** An inner loop is folded at first, a manager's is open. */
  isFolded(agent: TraceNode): boolean {
    return (agent.label !== 'Manager') !== this.toggled.has(agent.id);
  }

  toggle(agent: TraceNode): void {
    if (!this.toggled.delete(agent.id)) this.toggled.add(agent.id);
  }

  chooseTask(task: AgentTask): void {
    // A dialogue stands beside no run of a task.
    if (isRequestType(task) || this.isRequest) this.clear();
    this.task = task;
    if (this.isRequest) this.view = 'dialogue';
    this.team.fit();
  }

  changed(): void {
    if (this.plan.setUp === null) return;
    this.session.settle('The run', 'The fork');
    const mine = (this.checks += 1);
    void this.session.client
      .preview(this.spec())
      .then(([task]) => ({ task: task ?? null, problem: '' }))
      .catch((thrown: unknown) => ({ task: null, problem: toLabError(thrown).message }))
      .then(({ task, problem }) => {
        if (mine !== this.checks) return;
        this.problem = problem;
        this.preview = task;
      });
  }

  useSamples(samples: OpenSamples | null): void {
    this.samples = samples;
    this.changed();
  }

  private get taskOptions(): { readonly [option: string]: Json } {
    if (isRequestType(this.task)) return this.dialogue.options;
    const user = this.plan.setUp?.user ?? null;
    const whose = this.many ? { count: this.asked } : user === null ? { count: 1 } : { users: [user.id] };
    return {
      ...(this.samples === null ? whose : { samples: asJson(this.samples.list) }),
      ...(isRankingType(this.task) && { candidates: this.candidates, history: 10 }),
    };
  }

  private get asksOnePerson(): boolean {
    return !isRequestType(this.task) && this.samples === null && !this.many;
  }

  /** What is set up. @throws LabError `internal` before the lab is ready */
  spec(): RunSpec {
    const base = this.description?.defaultSpec;
    const setUp = this.plan.setUp;
    if (base === undefined || setUp === null) throw new LabError('internal', 'The lab is not ready.');
    const modelOptions = setUp.model !== null ? { ...setUp.dials } : this.models.optionsOf(setUp.modelName);
    return agentsSpec(base, {
      dataset: this.asksOnePerson ? setUp.datasetSpec : { name: setUp.dataset, options: {} },
      split: this.split,
      tasks: { name: this.task, options: this.taskOptions },
      options: this.team.options,
      model: { name: setUp.modelName, options: modelOptions },
      metrics: this.agents?.needs.find(({ task }) => task === this.task)?.metrics ?? [],
      seed: this.seed,
    });
  }

  specOfMany(): RunSpec {
    const count = this.samples === null ? Math.min(this.count, this.session.dataset?.people ?? 1) : null;
    return specOfMany(this.spec(), count);
  }

  /** What the run on the page came to; null as long as that is not known. */
  get summary(): RunSummary | null {
    const summary = this.stage.runs[0]?.grown.end?.summary ?? null;
    return summary !== null && 'digest' in summary ? summary : null;
  }

  clear(): void {
    this.ready = null;
    this.stage.show([]);
  }

  show(view: RunView): void {
    this.toggled.clear();
    this.ready = null;
    this.stage.show([view]);
  }

  /** Shows a kept run. @throws LabError `name-unknown` */
  async openKept(id: string): Promise<void> {
    const events = this.session.eventsOf(await this.session.client.readRun(id));
    const title = this.saved.runs.find((run) => run.id === id)?.title ?? id;
    this.show(new RunView({ title, keeps: '', planner: '' }, events, id));
  }

  async openFile(file: File): Promise<void> {
    await this.session.attempt(`Opening ${file.name}`, async () =>
      this.show(new RunView({ title: file.name, keeps: '', planner: '' }, await readEvents(file))),
    );
  }

  async run(): Promise<void> {
    await this.work('The run', async (signal) => {
      // All of it may be changed for the next run while this one goes on.
      const spec = this.spec();
      this.clear();
      const said = this.isRequest ? this.dialogue.draft : null;
      const { title } = this.team;
      if (this.shown === 'prompts') this.view = 'lanes';
      if (this.asked > 1) this.view = 'tasks';
      if (!(await this.session.prepare(spec, signal))) return;
      const view = new RunView({ title, keeps: '', planner: '' });
      const summary = await runAgents(this, view, spec, signal);
      if (said !== null && typeof summary.reply === 'string') this.dialogue.answered(said, summary.reply);
      throwFailure(view, summary);
    });
    await this.saved.makeRoom();
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
