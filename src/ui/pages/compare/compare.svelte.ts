/** @file The Compare page: a grid, the evaluation that runs or is kept under its name, and the table that fills. */
import type {
  EvaluatedTask,
  EvaluationInput,
  EvaluationOutline,
  Update,
  Experiment,
  OpenDataset,
} from '../../../client/lab.ts';
import { toLabError, type LabErrorData } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { evaluationTitle, UNNAMED } from '../../../core/evaluation-name.ts';
import type { EvaluationProgress, EvaluationTable, MetricResult, Reading } from '../../../core/evaluation.ts';
import { isTextType, type Task } from '../../../core/task.ts';
import type { WorkingCall } from '../../../trace/call-record.ts';
import type { Notebook } from '../../../notebook/notebook.ts';
import type { Models } from '../library/models.svelte.ts';
import type { Plan } from '../plan/plan.svelte.ts';
import { readyFile } from '../plan/ready-case.ts';
import { taskRuns } from '../plan/run-view.svelte.ts';
import type { Session } from '../../session.svelte.ts';
import { counted } from '../../words.ts';
import type { Grid } from '../../forms/grid/grid.svelte.ts';
import { Judging } from './judging.svelte.ts';
import { keepReadings, restoreGrid, newGrid } from './kept-draft.ts';

export interface Looked {
  readonly label: string;
  readonly metric: string;
}

/** What the page opens with: measured before, and a file of the site. */
interface ReadyComparison {
  readonly input: EvaluationInput;
  readonly table: EvaluationTable;
}

export class Compare {
  readonly session: Session;
  grid = $state.raw<Grid | null>(null);
  outline = $state.raw<EvaluationOutline | null>(null);
  problem = $state('');
  running = $state.raw<{ readonly stop: () => void } | null>(null);
  progress = $state.raw<EvaluationProgress | null>(null);
  phase = $state('');
  working = $state.raw<WorkingCall | null>(null);
  table = $state.raw<EvaluationTable | null>(null);
  failure = $state.raw<LabErrorData | null>(null);
  misses = $state(false);
  metric = $state('');
  /** Whether the table stands under the first chart. */
  isUnfolded = $state(false);
  looked = $state.raw<Looked | null>(null);
  tasks = $state.raw<readonly EvaluatedTask[] | null>(null);
  judging = $state.raw<Judging | null>(null);
  readonly models: Models;
  readonly plan: Plan;
  private dataset: OpenDataset | null = null;
  private outlined: EvaluationInput | null = null;
  private ran = $state.raw<EvaluationInput | null>(null);
  private ready = $state.raw<ReadyComparison | null>(null);
  /** Until then the grid may be about to become a kept one, whose name it must not take. */
  isRestored = $state(false);

  constructor(session: Session, plan: Plan, models: Models) {
    this.session = session;
    this.plan = plan;
    this.models = models;
    void models.look();
    keepReadings(session.settings, this);
  }

  async use(dataset: OpenDataset): Promise<void> {
    const { description } = this.session;
    if (description === null) return;
    // Other pages run evaluations too.
    if (this.dataset === dataset) return this.running === null ? this.session.kept.refresh() : undefined;
    this.dataset = dataset;
    this.isRestored = false;
    this.running?.stop();
    this.grid?.stopKeeping();
    this.clear();
    [this.outline, this.problem] = [null, ''];
    this.grid = newGrid(description, dataset, this);
    // A kept grid names models that are ticked only where it is known that they are here.
    await Promise.all([this.session.kept.refresh(), this.models.look()]);
    const isFirst = this.kept.length === 0 && dataset.manifest.name === description.readyCase.dataset;
    if (isFirst)
      await this.session.attempt('Opening the comparison', async () => {
        this.ready ??= (await (await readyFile('comparison.json')).json()) as ReadyComparison;
      });
    if (this.dataset !== dataset) return;
    if (isFirst && this.ready !== null) this.grid.restore(this.ready.input);
    this.isRestored = true;
    const name = restoreGrid(this.session.settings, this.grid, this.kept);
    if (name !== null) return void (await Promise.all([this.refresh(), this.readTable(name)]));
    this.startNew();
    if (isFirst && this.ready !== null) [this.ran, this.table] = [this.ready.input, this.ready.table];
  }

  /** True for the table that the page opens with, whose tasks are not here. */
  get isReady(): boolean {
    return this.table !== null && this.table === this.ready?.table;
  }

  get kept(): readonly Experiment[] {
    const name = this.grid?.dataset;
    return this.session.kept.of('grid').filter(({ dataset }) => dataset === name);
  }

  /** What the table that is shown was made of, whatever is chosen by now. */
  get shownInput(): EvaluationInput | null {
    return this.table === null ? null : (this.kept.find(({ id }) => id === this.table?.name)?.spec ?? this.ran);
  }

  get shownTask(): Task['type'] | null {
    const { tasks } = (this.shownInput?.['spec'] ?? {}) as { readonly tasks?: { readonly name?: string } };
    return this.session.description?.tasks.find(({ type }) => type === tasks?.name)?.type ?? null;
  }

  reading({ valid, misses }: MetricResult): Reading {
    return this.misses ? misses : valid;
  }

  get metrics(): readonly string[] {
    return this.table?.rows[0]?.metrics.map(({ name }) => name) ?? [];
  }

  get shown(): string {
    return this.metrics.includes(this.metric) ? this.metric : (this.metrics[0] ?? '');
  }

  async refresh(): Promise<void> {
    const input = this.grid?.input;
    if (input === undefined || !this.isRestored) return;
    if (JSON.stringify(input) === JSON.stringify(this.outlined)) return;
    if (this.outlined !== null) this.session.settle('The evaluation');
    this.outlined = input;
    try {
      const outline = await this.session.client.query('outline', input);
      if (this.outlined !== input) return;
      [this.outline, this.problem] = [outline, ''];
      await this.compareWith(input['base']);
    } catch (thrown) {
      if (this.outlined !== input) return;
      const { message, details } = toLabError(thrown);
      // The reference was a row that is not there any more.
      if (JSON.stringify(details) === '{"field":"base"}' && this.grid !== null) {
        this.grid.set(['base'], undefined);
        return;
      }
      this.outline = null;
      this.problem = message;
    }
  }

  outlineAgain(): Promise<void> {
    this.outlined = null;
    return this.refresh();
  }

  /** Gives the table that is shown the reference that is chosen; the first row where none is. */
  private async compareWith(chosen: Json | undefined): Promise<void> {
    const { table, grid, session } = this;
    if (table === null || table.name !== grid?.name || this.running !== null) return;
    const base = table.rows.find(({ label }) => chosen === undefined || label === chosen)?.label;
    if (base === undefined || base === table.base) return;
    await session.attempt(`Comparing with ${base}`, async () => {
      const compared = await session.client.keep('base', { grid: table.name, base });
      if (this.table === table) this.table = compared;
    });
    await this.session.kept.refresh();
  }

  async run(): Promise<void> {
    const { grid, session } = this;
    if (grid === null || !this.isRestored || this.running !== null) return;
    const controller = new AbortController();
    this.running = { stop: () => controller.abort() };
    this.failure = null;
    this.look(null);
    const { input } = grid;
    this.ran = input;
    await session.attempt('The evaluation', async () => {
      // Where another dataset was opened meanwhile, the last of this one is not shown.
      const onUpdate = (update: Update): void => void (this.grid === grid && this.take(update));
      const end = await session.client.start('grid', grid.name, input, { onUpdate, signal: controller.signal });
      this.failure = end.error;
      session.announcement = `${evaluationTitle(input)} ${end.outcome === 'done' ? 'is finished' : 'was stopped'}.`;
    });
    this.running = null;
    [this.phase, this.working] = ['', null];
    if (this.grid !== grid) return this.session.kept.refresh();
    await Promise.all([this.outlineAgain(), this.session.kept.refresh(), this.readTable(grid.name)]);
  }

  /** The grid as a notebook. @throws LabError `spec-invalid` */
  async toNotebook(): Promise<Notebook> {
    return (await import('../learn/experiment-notebook.ts')).compareNotebook(this.grid?.input ?? {});
  }

  async openKept({ id, spec }: Experiment): Promise<void> {
    this.grid?.restore(spec);
    this.clear();
    await Promise.all([this.refresh(), this.readTable(id)]);
  }

  startNew(): void {
    if (this.grid === null) return;
    this.grid.name = UNNAMED;
    this.clear();
    void this.refresh();
  }

  async remove(one: Experiment): Promise<void> {
    await this.session.kept.remove(one);
    if (this.grid?.name === one.id) this.startNew();
  }

  look(looked: Looked | null): void {
    if (this.isReady) return;
    if (looked === null || looked.label !== this.looked?.label) this.tasks = null;
    this.looked = looked;
    if (looked === null || this.table === null || this.tasks !== null) return;
    const { name } = this.table;
    void this.session.attempt(`Reading the tasks of ${looked.label}`, async () => {
      const tasks = await this.session.client.query('evaluated', { grid: name, label: looked.label });
      if (this.looked?.label === looked.label) this.tasks = tasks;
    });
  }

  async openTask(task: EvaluatedTask): Promise<void> {
    const { table, looked, session, plan } = this;
    if (table === null || looked === null) return;
    const from = { title: `${evaluationTitle(this.shownInput ?? {})}, ${looked.label}`, hash: '#compare' };
    const isOpen = await session.attempt(`Opening the task of ${task.person}`, async () =>
      plan.showFrom(from, await taskRuns(session, table, looked.label, task)),
    );
    if (isOpen) location.hash = '#plan';
  }

  /** Texts can be judged; ratings and rankings have a right answer. */
  get isJudgeable(): boolean {
    const { table, shownTask } = this;
    return shownTask !== null && isTextType(shownTask) && (table?.rows.length ?? 0) > 1;
  }

  judge(): void {
    if (this.table === null) return;
    this.look(null);
    this.judging = new Judging(this.table.name, this.session);
    void this.judging.start();
  }

  endJudging(): void {
    this.judging?.stop();
    this.judging = null;
  }

  private async readTable(name: string): Promise<void> {
    if (!this.kept.some(({ id }) => id === name) && this.table === null) return;
    const { grid } = this;
    await this.session.attempt('Reading the evaluation', async () => {
      const table = await this.session.client.query('table', name);
      if (this.grid === grid) this.table = table;
    });
  }

  private clear(): void {
    this.endJudging();
    [this.table, this.progress, this.failure, this.outlined] = [null, null, null, null];
    this.look(null);
  }

  private take(update: Update): void {
    if (update.type === 'kept') {
      // What was shown may be another one, which stays as it is.
      if (this.table?.name !== update.name) this.table = null;
      if (this.grid !== null) this.grid.name = update.name;
      void this.session.kept.refresh();
    }
    if (update.type === 'phase') this.phase = update.text;
    if (update.type === 'table') this.table = update.table;
    if (update.type === 'working') this.working = update.call;
    if (update.type !== 'progress') return;
    this.phase = '';
    this.progress = update.progress;
    const { done, tasks, label } = update.progress;
    if (done === 0 || done === tasks)
      this.session.announcement = `${label}: ${counted(done, 'task')} of ${tasks} done.`;
  }
}
