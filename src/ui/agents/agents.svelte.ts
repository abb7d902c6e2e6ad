/** @file The Agents page: a system of agents, the task it works on, its runs, and what each of its agents is worth. */
import { SvelteSet } from 'svelte/reactivity';
import type { AgentsDescription, AgentSystem, EvaluationInput, LabDescription } from '../../client/lab.ts';
import { LabError, toLabError } from '../../core/errors.ts';
import type { EvaluationTable } from '../../core/evaluation.ts';
import type { Json } from '../../core/json.ts';
import type { RunSpec } from '../../core/run.ts';
import type { Task } from '../../core/task.ts';
import type { TraceNode } from '../../core/trace-tree.ts';
import type { Models } from '../models/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import { RunView } from '../plan/run-view.svelte.ts';
import { Stage } from '../plan/stage.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { systemOf, withAgent, type SystemFile } from './system-file.ts';

type Files = Readonly<Record<string, Json>>;

/** People whose tasks an ablation asks about, where there are as many. */
const ABLATION_TASKS = 20;
const CANDIDATES = 8;

/** The state of the Agents page. It lives on while other pages are open. */
export class Agents {
  readonly session: Session;
  readonly plan: Plan;
  readonly stage = new Stage();
  task = $state<Task['type']>('rating-prediction');
  system = $state('analyst-reflector');
  rounds = $state(2);
  seed = $state(1);
  /** Files that a person changed, by path. */
  files = $state.raw<Files>({});
  /** What is wrong with the system, by the lab. */
  problem = $state('');
  running = $state.raw<{ readonly stop: () => void; readonly what: string } | null>(null);
  view = $state<'lanes' | 'attempts' | 'tree'>('lanes');
  ablation = $state.raw<EvaluationTable | null>(null);
  /** Agents whose inner loop was opened, or of managers folded, against what is shown at first. */
  private readonly toggled = new SvelteSet<string>();
  private readonly models: Models;
  private checks = 0;

  constructor(session: Session, plan: Plan, models: Models) {
    this.session = session;
    this.plan = plan;
    this.models = models;
  }

  get description(): LabDescription | null {
    return this.session.description;
  }

  get agents(): AgentsDescription | null {
    return this.description?.agents ?? null;
  }

  /** The systems that do the task. */
  get systems(): readonly AgentSystem[] {
    return (this.agents?.systems ?? []).filter(({ tasks }) => tasks.includes(this.task));
  }

  /** All files: the lab's, and in their place what a person changed. */
  get allFiles(): Files {
    return { ...this.agents?.files, ...this.files };
  }

  get path(): string {
    return `systems/${this.system}.json`;
  }

  /** The system's own file. */
  get systemFile(): SystemFile {
    return systemOf(this.allFiles[this.path] ?? null);
  }

  get isChanged(): boolean {
    return Object.keys(this.files).length > 0;
  }

  /** An inner loop is folded at first, a manager's is open. */
  isFolded(agent: TraceNode): boolean {
    return (agent.label !== 'Manager') !== this.toggled.has(agent.id);
  }

  toggle(agent: TraceNode): void {
    if (!this.toggled.delete(agent.id)) this.toggled.add(agent.id);
  }

  chooseTask(task: Task['type']): void {
    this.task = task;
    if (!this.systems.some(({ name }) => name === this.system)) this.system = this.systems[0]?.name ?? this.system;
    this.changed();
  }

  chooseSystem(name: string): void {
    this.system = name;
    this.changed();
  }

  /** Puts a file in the place of the lab's; null takes it away again. */
  setFile(path: string, content: Json): void {
    const { [path]: _, ...others } = this.files;
    const isOwn = JSON.stringify(content) === JSON.stringify(this.agents?.files[path]);
    this.files = content === null || isOwn ? others : { ...others, [path]: content };
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

  /** Undoes all changes to files. */
  reset(): void {
    this.files = {};
    this.changed();
  }

  /** Asks the lab whether the system can be read, after something changed. */
  changed(): void {
    const mine = (this.checks += 1);
    void this.session.client
      .preview(this.spec())
      .then(() => '')
      .catch((thrown: unknown) => toLabError(thrown).message)
      .then((problem) => {
        if (mine === this.checks) this.problem = problem;
      });
  }

  spec(): RunSpec {
    const base = this.description?.defaultSpec;
    const setUp = this.plan.setUp;
    if (base === undefined || setUp === null) throw new LabError('internal', 'The lab is not ready.');
    const user = setUp.user;
    const isRanking = this.task !== 'rating-prediction' && this.task !== 'explanation-generation';
    return {
      ...base,
      dataset: { name: setUp.dataset, options: {} },
      split: { name: 'macrec', options: {} },
      tasks: {
        name: this.task,
        options: {
          ...(user === null ? { count: 1 } : { users: [user.id] }),
          ...(isRanking && { candidates: CANDIDATES, history: 10 }),
        },
      },
      recommender: { name: 'macrec', options: this.options() },
      model: {
        name: setUp.modelName,
        options: setUp.isReasoner ? { ...setUp.dials } : this.models.optionsOf(setUp.modelName),
      },
      metrics: this.description?.tasks.find(({ type }) => type === this.task)?.metrics ?? base.metrics,
      seed: this.seed,
    };
  }

  private options(without: readonly string[] = []): { readonly [option: string]: Json } {
    return {
      system: this.system,
      rounds: this.rounds,
      ...(this.isChanged && { files: this.files }),
      ...(without.length > 0 && { without }),
    };
  }

  async run(): Promise<void> {
    await this.work('The run', async (signal) => {
      const spec = this.spec();
      if (!(await this.session.prepare(spec, signal))) return;
      const title = this.systems.find(({ name }) => name === this.system)?.title ?? this.system;
      const view = new RunView({ title, keeps: '', planner: '' });
      this.toggled.clear();
      this.stage.show([view]);
      const summary = await this.session.client.run(spec, { onEvents: (batch) => view.add(batch), signal });
      await view.ended;
      this.session.announcement =
        summary.outcome === 'done' ? 'The agents have answered.' : 'The agents came to no answer.';
      const failure = [...view.tree.nodes.values()].findLast(({ errors }) => errors.length > 0)?.errors.at(-1);
      if (summary.outcome === 'failed' && failure !== undefined) throw LabError.fromData(failure.error);
    });
    await this.plan.listSaved();
  }

  /** Under which the ablation is kept. */
  private get ablationName(): string {
    return `ablation-${this.system}-${this.task}`.slice(0, 80);
  }

  /** The system as it is, and once without each of its agents, on the same tasks. */
  ablationInput(): EvaluationInput {
    const { tasks, recommender: _, seed, limits: __, ...shared } = this.spec();
    const people = this.session.dataset?.people ?? 1;
    const { users: ___, ...options } = tasks.options;
    const row = (label: string, without: readonly string[]) => ({
      name: 'macrec',
      options: this.options(without),
      label,
    });
    return {
      name: this.ablationName,
      spec: {
        ...(shared as unknown as Record<string, Json>),
        tasks: { name: tasks.name, options: { ...options, count: Math.min(ABLATION_TASKS, people) } },
      },
      recommenders: [row('all agents', []), ...this.systemFile.helpers.map((name) => row(`without ${name}`, [name]))],
      seeds: [seed],
    };
  }

  async ablate(): Promise<void> {
    this.ablation = null;
    await this.work('The ablation', async (signal) => {
      if (!(await this.session.prepare(this.spec(), signal))) return;
      const input = this.ablationInput();
      // The choices may have changed since it was last run under this name.
      await this.session.client.evaluations.remove(this.ablationName);
      const end = await this.session.client.evaluations.run(input, {
        onUpdate: (update) => {
          if (update.type === 'table') this.ablation = update.table;
        },
        signal,
      });
      if (end.error !== null) throw LabError.fromData(end.error);
    });
  }

  private async work(what: string, action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.running !== null) return;
    const controller = new AbortController();
    this.running = { what, stop: () => controller.abort() };
    await this.session.attempt(what, () => action(controller.signal));
    this.running = null;
  }
}
