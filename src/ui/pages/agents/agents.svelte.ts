/** @file The Agents page: a system of agents, the task it works on, its runs, and what each of its agents is worth. */
import { SvelteSet } from 'svelte/reactivity';
import type { AgentsDescription, LabDescription, OpenDataset } from '../../../client/lab.ts';
import { LabError } from '../../../core/errors.ts';
import { asJson, type Json, type JsonObject } from '../../../core/json.ts';
import { isRequestType, isRankingType } from '../../../core/task.ts';
import type { ComponentSpec, RunSpec, RunSummary } from '../../../core/run.ts';
import type { TraceNode } from '../../../trace/trace-tree.ts';
import type { Models } from '../models/models.svelte.ts';
import { isAgentsLink } from '../../places.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import { RunView, specOf } from '../plan/run-view.svelte.ts';
import { RunsPage } from '../plan/runs-page.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { type AgentTask, Dialogue, type OpenSamples } from './dialogue.svelte.ts';
import { keepAgents, keepSamples } from './kept-agents.ts';
import { LanePicture } from './lane-picture.svelte.ts';
import { loadReadyAgents, type ReadyAgents } from '../plan/ready-case.ts';
import { Team } from './team.svelte.ts';
import { viewsOf, type AgentsView } from './words.ts';

export class Agents extends RunsPage {
  readonly plan: Plan;
  readonly models: Models;
  readonly dialogue = new Dialogue();
  readonly team: Team;
  readonly lanePicture = new LanePicture();
  task = $state<AgentTask>('rating-prediction');
  /** How many people's samples are saved. */
  count = $state(20);
  candidates = $state(8);
  /** What is held out; null for each person's last. */
  split = $state.raw<JsonObject | null>({ name: 'macrec', options: {} });
  seed = $state(1);
  /** Samples of a file, in place of a person's task; null if no file is open. */
  samples = $state.raw<OpenSamples | null>(null);
  view = $state<AgentsView>('lanes');
  /** The recorded run that the page opens with, as long as it is on the stage. */
  ready = $state.raw<ReadyAgents | null>(null);
  /** Agents whose inner loop was opened, or of managers folded, against what is shown at first. */
  private readonly toggled = new SvelteSet<string>();
  private dataset: OpenDataset | null = null;
  private stopKeeping = (): void => undefined;

  constructor(session: Session, plan: Plan, models: Models) {
    super(session);
    this.plan = plan;
    this.models = models;
    this.team = new Team(this);
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
    this.show([new RunView({ title: this.team.title, keeps: '', planner: '' }, events)]);
    this.ready = ready;
    this.changed();
  }

  get description(): LabDescription | null {
    return this.session.description;
  }

  get agents(): AgentsDescription | null {
    return this.description?.agents ?? null;
  }

  /** True where agents are asked something that nothing is held out for. */
  get isRequest(): boolean {
    return isRequestType(this.task);
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
    return viewsOf(this.isRequest);
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
    void this.refresh();
  }

  protected previewed(): RunSpec | null {
    return this.plan.setUp === null ? null : this.spec();
  }

  protected holdsAnswers(): boolean {
    // What Plan asks for a guess at is not told here either.
    return this.plan.guessing.asksAbout(this.stage.runs);
  }

  useSamples(samples: OpenSamples | null): void {
    this.samples = samples;
    this.changed();
  }

  private get taskOptions(): { readonly [option: string]: Json } {
    if (isRequestType(this.task)) return this.dialogue.options;
    const user = this.plan.setUp?.user ?? null;
    const whose = user === null ? { count: 1 } : { users: [user.id] };
    return {
      ...(this.samples === null ? whose : { samples: asJson(this.samples.list) }),
      ...(isRankingType(this.task) && { candidates: this.candidates, history: 10 }),
    };
  }

  /** What is set up. @throws LabError `internal` before the lab is ready */
  spec(): RunSpec {
    const base = this.description?.defaultSpec;
    const setUp = this.plan.setUp;
    if (base === undefined || setUp === null) throw new LabError('internal', 'The lab is not ready.');
    const { task, split, seed } = this;
    const asksOnePerson = !this.isRequest && this.samples === null;
    return {
      ...base,
      dataset: asksOnePerson ? setUp.datasetSpec : { name: setUp.dataset, options: {} },
      ...(split !== null && { split: split as unknown as ComponentSpec }),
      tasks: { name: task, options: this.taskOptions },
      recommender: { name: 'macrec', options: this.team.options },
      model: {
        name: setUp.modelName,
        options: setUp.model !== null ? { ...setUp.dials } : this.models.optionsOf(setUp.modelName),
      },
      metrics: [...(this.agents?.needs.find((need) => need.task === task)?.metrics ?? [])],
      seed,
    };
  }

  /** The spec over the samples that are open, or over as many people's tasks as are chosen. */
  specOfMany(): RunSpec {
    const spec = this.spec();
    const { users: _, count: __, ...options } = spec.tasks.options;
    const { person: ___, ...part } = spec.dataset.options;
    const count = this.samples === null ? { count: Math.min(this.count, this.session.dataset?.people ?? 1) } : {};
    return {
      ...spec,
      dataset: { ...spec.dataset, options: part },
      tasks: { ...spec.tasks, options: { ...options, ...count } },
    };
  }

  specsToShare(): readonly RunSpec[] {
    const [run] = this.stage.runs;
    return [(run === undefined ? null : specOf(run.events)) ?? this.spec()];
  }

  /** What the run on the page came to; null as long as that is not known. */
  get summary(): RunSummary | null {
    const summary = this.stage.runs[0]?.grown.end?.summary ?? null;
    return summary !== null && 'digest' in summary ? summary : null;
  }

  clear(): void {
    this.show([]);
  }

  protected show(runs: readonly RunView[]): void {
    this.toggled.clear();
    this.ready = null;
    this.stage.show(runs);
  }

  protected showForkOf(): void {
    this.show([]);
  }

  async run(): Promise<void> {
    await this.work('The run', this.team.title, async (signal) => {
      // All of it may be changed for the next run while this one goes on.
      const spec = this.spec();
      this.clear();
      const said = this.isRequest ? this.dialogue.draft : null;
      const view = new RunView({ title: this.team.title, keeps: '', planner: '' });
      if (this.shown === 'prompts') this.view = 'lanes';
      if (!(await this.session.prepare(spec, signal))) return;
      await this.runInto(view, spec, signal);
      const reply = this.summary?.reply;
      if (said !== null && typeof reply === 'string') this.dialogue.answered(said, reply);
    });
  }
}
