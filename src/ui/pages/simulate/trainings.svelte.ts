/** @file Policies that are trained on the page: several at once, paused, stopped and continued, also after a reload. */
import type { Experiment } from '../../../client/lab.ts';
import { newId } from '../../../client/run-record.ts';
import type { LabErrorData } from '../../../core/errors.ts';
import {
  type EnvironmentDescription,
  type EnvironmentSpec,
  type PolicyDescription,
  type PolicySpec,
  type TrainingCell,
  type TrainingSpec,
  cellPart,
  policyLabel,
  trainingCells,
} from '../../../core/simulation.ts';
import { unlessBegun } from '../../../trace/trace-file.ts';
import { writtenSpec, type Written } from '../../forms/written.ts';
import { Activity } from './activity.svelte.ts';
import { policyInWords, TrainingFold, type CellProgress } from './training-fold.ts';

export type TrainingDraft = Omit<TrainingSpec, 'environment' | 'planner'>;

export class Trainings extends Activity {
  draft = $state.raw<TrainingDraft>({
    policies: ['a2c', 'lin-ucb', 'random'].map((name) => ({ name, options: {} })),
    learnsFrom: 'surrogate',
    steps: 20_480,
    seeds: [1, 2, 3],
  });
  id = $state<string | null>(null);
  spec = $state.raw<TrainingSpec | null>(null);
  cells = $state.raw<readonly CellProgress[]>([]);
  description = $state.raw<EnvironmentDescription | null>(null);
  /** Cells that ended otherwise than in their own events, such as by the death of a worker. */
  problems = $state.raw<readonly LabErrorData[]>([]);
  private fold: TrainingFold | null = null;

  get offered(): readonly PolicyDescription[] {
    return this.session.description?.policies ?? [];
  }

  titleOf(policy: PolicySpec): string {
    return policyInWords(policyLabel(policy), this.offered);
  }

  /** Planners and bounds that ask the rater have no before and no after. */
  isTrained({ name }: PolicySpec): boolean {
    return this.offered.every((one) => one.name !== name || one.kind === 'policy');
  }

  get form(): Written {
    return writtenSpec(this.draft, this.session.description?.forms.training, (draft) => (this.draft = draft));
  }

  get isDone(): boolean {
    return this.cells.length > 0 && this.cells.every(({ isEnded }) => isEnded);
  }

  get done(): number {
    return this.cells.filter(({ isEnded }) => isEnded).length;
  }

  async start(environment: EnvironmentSpec): Promise<void> {
    await this.during('Training', async (signal) => {
      const id = newId('training');
      const spec = { environment, ...this.draft };
      await this.client.start('training', id, { ...spec, cells: [] }, { onProgress: this.loading.show, signal });
      await this.show(id, spec);
      await this.run(signal);
    });
    await this.session.kept.refresh();
  }

  async resume(): Promise<void> {
    await this.during('Training', (signal) => this.run(signal));
    await this.session.kept.refresh();
  }

  async open({ id, spec: kept }: Experiment): Promise<void> {
    if (this.isBusy) return;
    await this.session.attempt('Opening the training', async () => {
      const spec = kept as unknown as TrainingSpec;
      this.use(spec.environment);
      const { policies, learnsFrom, steps, seeds } = spec;
      this.draft = { policies, learnsFrom, steps, seeds };
      await this.show(id, spec);
    });
  }

  async remove(one: Experiment): Promise<void> {
    if (this.isBusy && one.id === this.id) return;
    await this.session.kept.remove(one);
    if (one.id !== this.id) return;
    this.id = null;
    this.spec = null;
    this.cells = [];
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { id, spec } = this;
    if (id === null || spec === null) return;
    this.problems = [];
    await this.client.train(id, spec, {
      onEvents: (cell, batch) => {
        this.fold?.add(cell, batch);
        this.redrawSoon();
      },
      onFailed: (_, error) => (this.problems = [...this.problems, error.toData()]),
      onProgress: this.loading.show,
      signal,
    });
    this.session.announcement = 'The training is done.';
  }

  private async show(id: string, spec: TrainingSpec): Promise<void> {
    const { client } = this.session;
    const read = async (cell: TrainingCell) =>
      [cell, await client.read(id, cellPart(cell)).catch(unlessBegun)] as const;
    const traces = await Promise.all(trainingCells(spec).map(read));
    this.id = id;
    this.spec = spec;
    this.problems = [];
    this.fold = new TrainingFold(spec);
    for (const [cell, trace] of traces) this.fold.add(cell, this.session.eventsOf(trace));
    this.redrawNow();
    this.description = null;
    this.description = await this.client.query('environment', spec.environment);
  }

  protected override redraw(): void {
    this.cells = this.fold?.cells ?? [];
  }
}
