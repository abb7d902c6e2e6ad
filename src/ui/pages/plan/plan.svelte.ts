/** @file The Plan page: a set-up, the task that it comes to, and the runs made of it. */
import { methodKind } from '../../../core/recommender.ts';
import type { Experiment } from '../../../client/lab.ts';
import { toLabError } from '../../../core/errors.ts';
import type { StateEdit } from '../../../core/fork.ts';
import type { RunSpec, RunSummary } from '../../../core/run.ts';
import { isRequestType, type Task, type UserReference } from '../../../core/task.ts';
import type { TaskType } from '../../forms/grid/methods.ts';
import { CareDial } from '../../dial/care-dial.svelte.ts';
import { Guessing } from '../../guess/guessing.svelte.ts';
import type { Models } from '../library/models.svelte.ts';
import { isRecorded } from '../../../core/reasoner-name.ts';
import type { Session } from '../../session.svelte.ts';
import { findPerson, followDataset, isElsewhere, keptSetUp, namesModels } from './kept-set-up.ts';
import { failureOf, keptViews, originOf, readEvents, RunView, stoppedInWords } from './run-view.svelte.ts';
import { loadReadyCase, type ReadyCase } from './ready-case.ts';
import type { SetUp } from './set-up.svelte.ts';
import { Stage, wordsOf } from './stage.svelte.ts';
import { specsToShare } from './stage-specs.ts';

export class Plan {
  readonly session: Session;
  readonly models: Models;
  readonly stage: Stage = new Stage(
    () => this.session.directory,
    () => this.guessing.holds,
  );
  setUp = $state.raw<SetUp | null>(null);
  /** Repeats what is on the stage; what it makes is not kept. */
  readonly dial: CareDial;
  readonly guessing: Guessing;
  cameFrom = $state.raw<CameFrom | null>(null);
  /** The case that the page opens with, while its recorded runs are on the stage. */
  ready = $state.raw<ReadyCase | null>(null);
  /** What was on the stage until the set-up was changed, or one of it was forked. */
  earlier = $state.raw<(Pick<Plan, 'ready'> & { readonly runs: readonly RunView[] }) | null>(null);
  /** The first task of what is set up; null if there is none, or if none can be made. */
  preview = $state.raw<Task | null>(null);
  problem = $state('');
  running = $state.raw<{ readonly title: string; readonly stop: () => void } | null>(null);
  private previews = 0;
  private asksOtherwise = false;

  constructor(session: Session, models: Models) {
    this.session = session;
    this.models = models;
    this.dial = new CareDial(this);
    this.guessing = new Guessing(this);
    models.onGone((name) => {
      if (this.setUp?.letGo(name, models.titleOf(name)) === true) this.clear();
    });
  }

  /** Whether Chat shows what a language model said. */
  get hears(): boolean {
    const { setUp, session } = this;
    return session.hears && setUp !== null && isRecorded(setUp.modelName);
  }

  chooseModel(role: 'agent' | 'critic', name: string): void {
    const { setUp } = this;
    if (setUp === null) return;
    if (role === 'agent') setUp.chooseModel(name);
    else setUp.criticName = name;
    this.clear();
  }

  async reset(): Promise<void> {
    const { description, dataset, settings } = this.session;
    if (description === null || dataset === null) return;
    this.running?.stop();
    // A model that was chosen is chosen again only where it is known to be here still.
    if (this.setUp === null && namesModels(settings)) await this.models.look();
    if (this.session.dataset !== dataset) return;
    this.setUp ??= keptSetUp(description, this);
    followDataset(this.session, this.setUp, dataset.manifest.name);
    this.guessing.follow(dataset.manifest.name);
    if (!isRequestType(this.setUp.task) && dataset.taskProblems[this.setUp.task] !== undefined)
      this.setUp.task = description.defaultSpec.tasks.name as Task['type'];
    this.preview = null;
    // What is recorded of a dataset can be looked at while it is being opened, and stays when it is.
    if (this.ready?.dataset !== this.setUp.dataset) this.show([]);
    await Promise.all([findPerson(this, this.setUp), this.session.kept.refresh()]);
  }

  /**
   * Shows the recorded runs that the page opens with, unless something else is on the stage by the time they are read. On later visits
   * too: what was set up since then runs when Run is pressed.
   */
  async openReady(): Promise<void> {
    const { stage } = this;
    const opened = await loadReadyCase().catch(() => null);
    if (opened === null || isElsewhere(this.session, opened.ready.dataset)) return;
    if (stage.runs.length > 0 || this.running !== null || this.asksOtherwise) return;
    this.guessing.follow(opened.ready.dataset);
    this.show(opened.runs);
    this.ready = opened.ready;
  }

  /** A spec of what is set up; null before there is a set-up. @throws LabError */
  private previewed(): RunSpec | null {
    const { setUp } = this;
    // What is wrong with a file of a team is told before it is run.
    const [method] =
      setUp === null ? [] : [...setUp.chosen.filter(({ name }) => methodKind(name) === 'agents'), ...setUp.available];
    return method === undefined ? null : (setUp?.spec(method.name) ?? null);
  }

  /** Whether what is set up can be run. */
  get canRun(): boolean {
    const { setUp } = this;
    if (setUp === null || setUp.chosen.length === 0) return false;
    return setUp.isRequest ? this.problem === '' && setUp.dialogue.saying.trim() !== '' : this.preview !== null;
  }

  async refresh(): Promise<void> {
    const mine = (this.previews += 1);
    const preview = async (): Promise<readonly Task[]> => {
      const spec = this.previewed();
      return spec === null ? [] : this.session.client.query('tasks', spec);
    };
    const made = await preview().then(
      ([task = null]) => ({ task, problem: '' }),
      (thrown: unknown) => ({ task: null, problem: toLabError(thrown).message }),
    );
    if (mine === this.previews) [this.preview, this.problem] = [made.task, made.problem];
    if (this.setUp !== null && this.preview !== null) this.setUp.usualUser = this.preview.user;
  }

  /** Chooses what is asked; where the person has nothing of that kind, somebody who has. */
  async chooseTask(type: TaskType): Promise<void> {
    const { setUp } = this;
    if (setUp === null) return;
    setUp.task = type;
    const [first] = setUp.available;
    if (setUp.chosen.length === 0 && first !== undefined) setUp.toggle(first.name);
    this.clear();
    await this.refresh();
    if (this.preview !== null || isRequestType(type)) return;
    await this.session.attempt('Looking for people', async () => {
      const [other] = await this.session.client.query('people', { text: '', limit: 1, task: type });
      if (other === undefined || setUp.task !== type) return;
      const { personChanged } = await import('./words.ts');
      this.session.notice.text = personChanged(setUp.user, other);
      await this.chooseUser(other);
    });
  }

  async chooseUser(user: UserReference): Promise<void> {
    if (this.setUp !== null) [this.setUp.chosenUser, this.setUp.guest] = [user, null];
    this.clear();
    await this.refresh();
  }

  /** Takes the runs of another set-up off the page; they stay among the kept ones, and one press away. */
  clear(): void {
    const { running, ready, earlier } = this;
    const { runs } = this.stage;
    this.session.settle('The run', 'The fork');
    this.asksOtherwise = true;
    this.show([]);
    if (running === null) this.earlier = runs.length > 0 ? { runs, ready } : earlier;
  }

  showEarlier(): void {
    const { earlier } = this;
    if (earlier === null) return;
    this.show(earlier.runs);
    this.ready = earlier.ready;
  }

  showFrom(from: CameFrom, runs: readonly RunView[]): void {
    this.running?.stop();
    this.show(runs);
    this.cameFrom = from;
  }

  private show(runs: readonly RunView[]): void {
    this.cameFrom = null;
    this.ready = null;
    this.earlier = null;
    this.dial.leave();
    this.stage.show(runs);
  }

  async run(): Promise<void> {
    const { setUp, stage, session, ready, earlier } = this;
    if (setUp === null || this.running !== null) return;
    const controller = new AbortController();
    const { chosen } = setUp;
    const said = setUp.isRequest ? setUp.dialogue.draft : null;
    const begun: RunView[] = [];
    const before = stage.runs.length > 0 ? { runs: stage.runs, ready } : null;
    this.show([]);
    const { shows } = stage;
    await session.attempt('The run', async () => {
      for (const planner of chosen) {
        if (controller.signal.aborted) break;
        this.running = { title: planner.title, stop: () => controller.abort() };
        const spec = setUp.spec(planner.name);
        if (!(await session.prepare(spec, controller.signal))) break;
        const view = new RunView({ title: planner.title, keeps: planner.keeps, planner: planner.name });
        begun.push(view);
        const { reply } = await this.runInto(view, spec, controller.signal);
        if (said !== null && begun.length === 1 && typeof reply === 'string') setUp.dialogue.answered(said, reply);
      }
    });
    this.running = null;
    const { aborted } = controller.signal;
    if (stage.shows === shows && (aborted || stage.scenes.length === 0)) {
      // What was there stays where nothing was run, and one press away where not all was.
      this.earlier = before ?? earlier;
      if (stage.scenes.length === 0 && before !== null) this.showEarlier();
      if (aborted) session.notice.tellUntilRun(stoppedInWords(begun, chosen.length));
    }
    session.announcement = aborted ? 'Stopped.' : wordsOf(this.stage);
    await session.kept.refresh();
  }

  /**
   * Runs on from a state of a run on the stage, with what was edited there. A run that is not kept here, such as one from a file, is kept
   * first.
   */
  async fork(index: number, node: string, edit: StateEdit): Promise<void> {
    const parent = this.stage.runs[index];
    const { session, stage } = this;
    if (parent === undefined || this.running !== null) return;
    const title = `${parent.origin.title}, forked`;
    const controller = new AbortController();
    const { signal } = controller;
    this.running = { title, stop: () => controller.abort() };
    await session.attempt('The fork', async () => {
      parent.id ??= await session.client.keep('run', parent.events);
      const spec = await session.client.query('fork', { run: parent.id, node, edit });
      if (!(await session.prepare(spec, signal))) return;
      // A fork has one task, so only a parent of one task can stand beside it.
      const before = this.earlier ?? { runs: stage.runs, ready: this.ready };
      this.show(parent.tree.tasks.length === 1 ? [parent] : []);
      this.earlier = before;
      await this.runInto(new RunView({ ...parent.origin, title }), spec, signal);
      // A fork has the step's own task alone.
      stage.reveal({ run: stage.runs.length - 1, what: 'state', id: node.replace(/^\d+/, '0') });
    });
    this.running = null;
    session.announcement = signal.aborted ? 'Stopped.' : wordsOf(stage);
    await session.kept.refresh();
  }

  /** Puts a run on the stage and waits for its end. @throws LabError what it failed of */
  private async runInto(view: RunView, spec: RunSpec, signal: AbortSignal): Promise<RunSummary> {
    this.stage.add(view);
    const summary = await view.run(this.session.client, spec, signal);
    if (summary.outcome === 'failed') throw failureOf(view);
    return summary;
  }

  /** What a link holds: the runs on the stage, or what is set up where there are none that it can hold. */
  specsToShare(): readonly RunSpec[] {
    return specsToShare(this);
  }

  /** Shows kept runs side by side. @throws LabError `name-unknown` */
  async openKept(...ids: readonly string[]): Promise<void> {
    this.show(await keptViews(this.session, ids));
  }

  async openSaved(runs: readonly Experiment[]): Promise<void> {
    await this.session.attempt(`Opening ${runs[0]?.title ?? ''}`, () => this.openKept(...runs.map(({ id }) => id)));
  }

  async openFile(file: File): Promise<void> {
    await this.session.attempt(`Opening ${file.name}`, async () => {
      const events = await readEvents(file);
      this.show([new RunView(originOf(events, this.session.description, file.name), events)]);
    });
  }

  async openAt(id: string, node: string | null): Promise<void> {
    await this.session.attempt('Opening the run of the link', async () => {
      await this.openKept(id);
      if (node !== null) this.stage.reveal({ run: 0, what: 'state', id: node });
    });
    await this.session.kept.refresh();
  }
}

export interface CameFrom {
  readonly title: string;
  /** Its place in the address, with `#`. */
  readonly hash: string;
}
