/** @file What the Plan and Agents pages do alike: they run what is set up, show it on a stage, fork it, and open what is kept. */
import { toLabError } from '../../../core/errors.ts';
import type { StateEdit } from '../../../core/fork.ts';
import type { RunSpec } from '../../../core/run.ts';
import type { Task } from '../../../core/task.ts';
import type { Experiment } from '../../../client/lab.ts';
import type { Session } from '../../session.svelte.ts';
import { keptViews, originOf, readEvents, RunView } from './run-view.svelte.ts';
import { Stage } from './stage.svelte.ts';
import { failureOf, wordsOf } from './what-ran.ts';

export abstract class RunsPage {
  readonly session: Session;
  readonly stage: Stage = new Stage(
    () => this.session.directory,
    () => this.holdsAnswers(),
  );
  /** The first task of what is set up; null if there is none, or if none can be made. */
  preview = $state.raw<Task | null>(null);
  problem = $state('');
  running = $state.raw<{ readonly title: string; readonly stop: () => void } | null>(null);
  /** True while a fork runs: it is looked at where it was edited, and not followed from its beginning. */
  forking = $state(false);
  private previews = 0;

  constructor(session: Session) {
    this.session = session;
  }

  /** Whether a guess is waited for before answers are shown. */
  protected abstract holdsAnswers(): boolean;
  /** A spec of what is set up; null before there is a set-up. @throws LabError */
  protected abstract previewed(): RunSpec | null;
  /** Puts runs on the stage, in place of those that are there. */
  protected abstract show(runs: readonly RunView[]): void;
  /** Puts on the stage what a fork of a run stands beside. */
  protected abstract showForkOf(parent: RunView): void;
  abstract clear(): void;
  abstract run(): Promise<void>;
  /** What a link holds: the runs on the stage, or what is set up where there are none that it can hold. */
  abstract specsToShare(): readonly RunSpec[];

  async refresh(): Promise<void> {
    const mine = (this.previews += 1);
    const preview = async (): Promise<readonly Task[]> => {
      const spec = this.previewed();
      return spec === null ? [] : this.session.client.preview(spec);
    };
    const made = await preview().then(
      ([task = null]) => ({ task, problem: '' }),
      (thrown: unknown) => ({ task: null, problem: toLabError(thrown).message }),
    );
    if (mine === this.previews) [this.preview, this.problem] = [made.task, made.problem];
  }

  /**
   * Runs on from a state of a run on the stage, with what was edited there. A run that is not kept here, such as one from a file, is kept
   * first.
   */
  async fork(index: number, node: string, edit: StateEdit): Promise<void> {
    const parent = this.stage.runs[index];
    const { session, stage } = this;
    if (parent === undefined || this.running !== null) return;
    this.forking = true;
    const title = `${parent.origin.title}, forked`;
    await this.work('The fork', title, async (signal) => {
      parent.id ??= await session.client.kept.keep(parent.events);
      const spec = await session.client.fork(parent.id, node, edit);
      if (!(await session.prepare(spec, signal))) return;
      const view = new RunView({ ...parent.origin, title });
      this.showForkOf(parent);
      await this.runInto(view, spec, signal);
      // A fork has the step's own task alone.
      stage.reveal({ run: stage.runs.length - 1, what: 'state', id: node.replace(/^\d+/, '0') });
    });
    this.forking = false;
  }

  /** Does something that can be stopped, unless something is under way; what goes wrong is told on the page. */
  protected async work(what: string, title: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.running !== null) return;
    const { session } = this;
    const controller = new AbortController();
    this.running = { title, stop: () => controller.abort() };
    await session.attempt(what, () => act(controller.signal));
    this.running = null;
    session.announcement = controller.signal.aborted ? 'Stopped.' : wordsOf(this.stage);
    await session.kept.refresh();
  }

  /** Puts a run on the stage and waits for its end. @throws LabError what it failed of */
  protected async runInto(view: RunView, spec: RunSpec, signal: AbortSignal): Promise<void> {
    this.stage.add(view);
    const summary = await view.run(this.session.client, spec, signal);
    if (summary.outcome === 'failed') throw failureOf(view);
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
}
