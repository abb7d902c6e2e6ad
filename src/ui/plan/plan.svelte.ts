/** @file The Plan page: a set-up, the task that it comes to, and the runs made of it. */
import { LabError, toLabError } from '../../core/errors.ts';
import type { Notebook } from '../../core/notebook.ts';
import type { Task, UserReference } from '../../core/task.ts';
import type { SavedRun } from '../../client/lab.ts';
import { answerAt, inkAt, isInspired } from '../../core/trace-ink.ts';
import { parseTrace } from '../../core/trace-file.ts';
import type { Models } from '../models/models.svelte.ts';
import type { Session } from '../session.svelte.ts';
import { answerInWords, counted, question } from '../words.ts';
import { originOf, RunView } from './run-view.svelte.ts';
import { SetUp } from './set-up.svelte.ts';
import { Stage, type Selection } from './stage.svelte.ts';

/** What a planner came to when it last ran. */
export interface Measured {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly milliseconds: number;
}

/** The page that what is on the stage was opened from. */
export interface CameFrom {
  readonly title: string;
  readonly hash: string;
}

/** The state of the Plan page. */
export class Plan {
  readonly session: Session;
  readonly stage = new Stage();
  setUp = $state.raw<SetUp | null>(null);
  /** The task of the set-up, or why there is none. */
  preview = $state.raw<Task | null>(null);
  problem = $state('');
  /** The planner that runs now. */
  running = $state.raw<{ readonly title: string; readonly stop: () => void } | null>(null);
  /** By planner. */
  measured = $state.raw<Readonly<Record<string, Measured>>>({});
  saved = $state.raw<readonly SavedRun[]>([]);
  /** Where runs come from that another page put on the stage. */
  cameFrom = $state.raw<CameFrom | null>(null);
  private previews = 0;

  private readonly models: Models;

  constructor(session: Session, models: Models) {
    this.session = session;
    this.models = models;
  }

  /** Starts over on the dataset that is open. */
  async reset(): Promise<void> {
    const { description, dataset } = this.session;
    if (description === null || dataset === null) return;
    this.running?.stop();
    this.setUp ??= new SetUp(description, (model) => this.models.optionsOf(model));
    this.setUp.dataset = dataset.manifest.name;
    this.setUp.user = null;
    this.setUp.examplesFrom = '';
    if (dataset.taskProblems[this.setUp.task] !== undefined)
      this.setUp.task = description.defaultSpec.tasks.name as Task['type'];
    this.preview = null;
    this.measured = {};
    this.show([]);
    await Promise.all([this.refresh(), this.listSaved()]);
  }

  /** Asks the lab for the task of the set-up, after something in it changed. */
  async refresh(): Promise<void> {
    const { setUp } = this;
    const [planner] = setUp?.description.planners ?? [];
    if (setUp === null || planner === undefined) return;
    const mine = (this.previews += 1);
    try {
      const [task] = await this.session.client.preview(setUp.spec(planner.name));
      if (mine !== this.previews) return;
      this.preview = task ?? null;
      this.problem = '';
      if (task !== undefined) setUp.user ??= task.user;
    } catch (thrown) {
      if (mine !== this.previews) return;
      this.preview = null;
      this.problem = toLabError(thrown).message;
    }
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
      if (other !== undefined && setUp.task === type) await this.chooseUser(other);
    });
  }

  async chooseUser(user: UserReference): Promise<void> {
    if (this.setUp === null) return;
    this.setUp.user = user;
    this.clear();
    await this.refresh();
  }

  /** What is set up, as a notebook. @throws LabError `spec-invalid` */
  async toNotebook(): Promise<Notebook> {
    const { setUp, preview } = this;
    const { planNotebook } = await import('../notebook/experiment-notebook.ts');
    const { before, title, after } = preview === null ? { before: '', title: '', after: '' } : question(preview);
    return planNotebook(`${before}${title}${after}`, setUp?.chosen.map(({ name }) => setUp.spec(name)) ?? []);
  }

  /** Takes the runs of another set-up off the page; they stay among the kept ones. */
  clear(): void {
    this.show([]);
  }

  /** Shows runs of another page, and the way back to it. */
  showFrom(from: CameFrom, runs: readonly RunView[]): void {
    this.running?.stop();
    this.show(runs);
    this.cameFrom = from;
    this.stage.selection = tellingState(runs);
  }

  private show(runs: readonly RunView[]): void {
    this.cameFrom = null;
    this.stage.show(runs);
  }

  /** Runs the chosen planners one after the other on the same task and seed. */
  async run(): Promise<void> {
    const { setUp, stage, session } = this;
    if (setUp === null || this.running !== null) return;
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    this.show([]);
    await session.attempt('The run', async () => {
      for (const planner of setUp.chosen) {
        if (controller.signal.aborted) break;
        this.running = { title: planner.title, stop };
        const spec = setUp.spec(planner.name);
        if (!(await session.prepare(spec, controller.signal))) break;
        const view = new RunView({ title: planner.title, keeps: planner.keeps, planner: planner.name });
        stage.add(view);
        const summary = await session.client.run(spec, {
          onEvents: (batch) => view.add(batch),
          signal: controller.signal,
        });
        await view.ended;
        this.note(planner.name, view);
        if (summary.outcome === 'failed') throw failure(view);
      }
    });
    this.running = null;
    if (stage.selection === null) stage.selection = tellingState(stage.runs);
    session.announcement = controller.signal.aborted ? 'Stopped.' : this.outcome();
    await this.listSaved();
  }

  async listSaved(): Promise<void> {
    await this.session.attempt('Listing the runs kept here', async () => {
      this.saved = await this.session.client.savedRuns();
    });
  }

  async openSaved(run: SavedRun): Promise<void> {
    await this.session.attempt(`Opening ${run.title}`, async () => {
      const events = await this.session.client.readRun(run.id);
      this.show([new RunView(originOf(events, this.setUp?.description ?? null, run.title), events)]);
    });
  }

  /** Opens a trace that was saved as JSON Lines. */
  async openFile(file: File): Promise<void> {
    await this.session.attempt(`Opening ${file.name}`, async () => {
      const events = parseTrace(await file.text());
      this.show([new RunView(originOf(events, this.setUp?.description ?? null, file.name), events)]);
    });
  }

  async removeSaved(run: SavedRun): Promise<void> {
    await this.session.attempt(`Removing ${run.title}`, () => this.session.client.removeRun(run.id));
    await this.listSaved();
  }

  private note(planner: string, { tree }: RunView): void {
    if (tree.end?.outcome !== 'done') return;
    const { modelCalls, inputTokens, outputTokens, milliseconds } = tree.totals;
    this.measured = { ...this.measured, [planner]: { modelCalls, inputTokens, outputTokens, milliseconds } };
  }

  private outcome(): string {
    return this.stage.runs
      .map(({ origin, tree }) => {
        const [task] = tree.tasks;
        const answer = task === undefined ? null : answerAt(task, this.stage.from, Infinity);
        if (task === undefined || answer === null) return `${origin.title}: no answer.`;
        const words = answerInWords(answer.recommendation, task.truth?.truth ?? null);
        return `${origin.title}: ${words.answer}, ${words.verdict}, ${counted(tree.totals.modelCalls, 'model call')}.`;
      })
      .join(' ');
  }
}

/** A state worth reading first: an inspired one that was kept, else one that used a tool, in the last run. */
function tellingState(runs: readonly RunView[]): Selection | null {
  const states = [...(runs.at(-1)?.tree.nodes.values() ?? [])].filter(({ tools }) => tools.length > 0);
  const node = states.find((state) => isInspired(state) && inkAt(state, 'kept', Infinity) === 'kept') ?? states[0];
  return node === undefined ? null : { run: runs.length - 1, what: 'state', id: node.id };
}

const failure = ({ tree }: RunView): LabError => {
  const errors = [...tree.runErrors, ...[...tree.nodes.values()].flatMap((node) => node.errors)];
  const last = errors.at(-1)?.error;
  return last === undefined
    ? new LabError('internal', 'The run failed and does not say why.')
    : LabError.fromData(last);
};
