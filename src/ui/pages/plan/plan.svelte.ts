/** @file The Plan page: a set-up, the task that it comes to, and the runs made of it. */
import type { RunSpec } from '../../../core/run.ts';
import type { Task, UserReference } from '../../../core/task.ts';
import { CareDial } from '../../dial/care-dial.svelte.ts';
import { Guessing } from '../../guess/guessing.svelte.ts';
import type { Models } from '../models/models.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { findPerson, followDataset, isElsewhere, keptSetUp, namesModels } from './kept-set-up.ts';
import { RunView } from './run-view.svelte.ts';
import { RunsPage } from './runs-page.svelte.ts';
import { loadReadyCase, type ReadyCase } from './ready-case.ts';
import type { SetUp } from './set-up.svelte.ts';
import { specsToShare } from './stage-specs.ts';
import { measuredOf, stoppedInWords, tellingState, wordsOf, type Measured } from './what-ran.ts';

export class Plan extends RunsPage {
  setUp = $state.raw<SetUp | null>(null);
  measured = $state.raw<Readonly<Record<string, Measured>>>({});
  /** Repeats what is on the stage; what it makes is not kept. */
  readonly dial: CareDial;
  readonly guessing: Guessing;
  cameFrom = $state.raw<CameFrom | null>(null);
  /** The case that the page opens with, while its recorded runs are on the stage. */
  ready = $state.raw<ReadyCase | null>(null);
  /** What was on the stage until the set-up was changed, or one of it was forked. */
  earlier = $state.raw<(Pick<Plan, 'ready'> & { readonly runs: readonly RunView[] }) | null>(null);
  private asksOtherwise = false;
  readonly models: Models;

  constructor(session: Session, models: Models) {
    super(session);
    this.models = models;
    this.dial = new CareDial(this);
    this.guessing = new Guessing(this);
    models.onGone((name) => {
      if (this.setUp?.letGo(name, models.titleOf(name)) === true) this.clear();
    });
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
    if (dataset.taskProblems[this.setUp.task] !== undefined)
      this.setUp.task = description.defaultSpec.tasks.name as Task['type'];
    this.preview = null;
    this.measured = {};
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
    stage.selection = tellingState(opened.runs);
  }

  protected previewed(): RunSpec | null {
    const [planner] = this.setUp?.description.planners ?? [];
    return planner === undefined ? null : (this.setUp?.spec(planner.name) ?? null);
  }

  override async refresh(): Promise<void> {
    await super.refresh();
    if (this.setUp !== null && this.preview !== null) this.setUp.usualUser = this.preview.user;
  }

  /** Chooses what is asked; where the person has nothing of that kind, somebody who has. */
  async chooseTask(type: Task['type']): Promise<void> {
    const { setUp } = this;
    if (setUp === null) return;
    setUp.task = type;
    this.clear();
    await this.refresh();
    if (this.preview !== null) return;
    await this.session.attempt('Looking for people', async () => {
      const [other] = await this.session.client.users('', 1, type);
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
    this.stage.selection = tellingState(runs);
  }

  protected show(runs: readonly RunView[]): void {
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
        await this.runInto(view, spec, controller.signal);
        this.measured = { ...this.measured, ...measuredOf(planner.name, view) };
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
    if (stage.selection === null) stage.selection = tellingState(stage.runs);
    session.announcement = aborted ? 'Stopped.' : wordsOf(this.stage);
    await session.kept.refresh();
  }

  protected showForkOf(parent: RunView): void {
    // A fork has one task, so only a parent of one task can stand beside it.
    const before = this.earlier ?? { runs: this.stage.runs, ready: this.ready };
    this.show(parent.tree.tasks.length === 1 ? [parent] : []);
    this.earlier = before;
  }

  protected holdsAnswers(): boolean {
    return this.guessing.asks;
  }

  specsToShare(): readonly RunSpec[] {
    return specsToShare(this);
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
