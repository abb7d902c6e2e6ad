/** @file Policies that are trained on the page: several at once, paused, stopped and continued, also after a reload. */
import type { CellTrace, KeptTraining, SimulationClient } from '../../../client/simulation-client.ts';
import { type LabErrorData, NEVER } from '../../../core/errors.ts';
import {
  type EnvironmentDescription,
  type EnvironmentSpec,
  type PolicyDescription,
  type PolicySpec,
  type TrainingCell,
  type TrainingSpec,
  policyLabel,
  trainingCells,
} from '../../../core/simulation.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { counted } from '../../words.ts';
import { readOptions, writtenSpec, type Written } from '../../forms/written.ts';
import type { Session } from '../../session.svelte.ts';
import type { Loading } from './loading.svelte.ts';
import { policyInWords, TrainingFold, type CellProgress } from './training-fold.ts';

/** Redrawing a chart takes longer than an event. */
const REDRAW_MILLISECONDS = 150;
const JUDGED_ALONE = ['random', 'oracle'];

/** A training as it is written; hyperparameters that cannot be read are a text. */
export interface TrainingDraft extends Omit<TrainingSpec, 'environment' | 'planner' | 'policies'> {
  readonly policies: readonly { readonly name: string; readonly options: PolicySpec['options'] | string }[];
}

export class Trainings {
  draft = $state.raw<TrainingDraft>({
    policies: ['a2c', 'lin-ucb', 'popularity', 'random', 'oracle'].map((name) => ({ name, options: {} })),
    learnsFrom: 'surrogate',
    steps: 20_480,
    seeds: [1, 2, 3],
  });
  kept = $state.raw<readonly KeptTraining[]>([]);
  id = $state<string | null>(null);
  spec = $state.raw<TrainingSpec | null>(null);
  cells = $state.raw<readonly CellProgress[]>([]);
  description = $state.raw<EnvironmentDescription | null>(null);
  isRunning = $state(false);
  /** Cells that ended otherwise than in their own events, such as by the death of a worker. */
  problems = $state.raw<readonly LabErrorData[]>([]);
  readonly session: Session;
  readonly client: SimulationClient;
  private readonly loading: Loading;
  private fold: TrainingFold | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private controller = new AbortController();

  private readonly onopened: (environment: EnvironmentSpec) => void;

  constructor(
    session: Session,
    client: SimulationClient,
    loading: Loading,
    onopened: (environment: EnvironmentSpec) => void,
  ) {
    this.onopened = onopened;
    this.session = session;
    this.client = client;
    this.loading = loading;
  }

  get offered(): readonly PolicyDescription[] {
    return this.session.description?.policies ?? [];
  }

  titleOf(policy: PolicySpec): string {
    return policyInWords(policyLabel(policy), this.offered);
  }

  get learners(): number {
    const learners = this.offered.filter(({ name, kind }) => kind === 'policy' && !JUDGED_ALONE.includes(name));
    return this.draft.policies.filter(({ name }) => learners.some((one) => one.name === name)).length;
  }

  /** The latest training that was not trained to its end; null if there is none, or one is shown already. */
  get paused(): KeptTraining | null {
    if (this.id !== null) return null;
    return this.kept.find(({ spec, ended }) => ended < trainingCells(spec).length) ?? null;
  }

  /** `A2C, LinUCB × 3 seeds`. */
  nameOf({ spec }: Pick<KeptTraining, 'spec'>): string {
    const policies = spec.policies.map((policy) => this.titleOf(policy)).join(', ');
    return `${policies} × ${counted(spec.seeds.length, 'seed')}`;
  }

  get form(): Written {
    return writtenSpec(this.draft, (draft) => (this.draft = draft));
  }

  get workers(): number {
    return this.client.workers;
  }

  get isDone(): boolean {
    return this.cells.length > 0 && this.cells.every(({ isEnded }) => isEnded);
  }

  get done(): number {
    return this.cells.filter(({ isEnded }) => isEnded).length;
  }

  start(environment: EnvironmentSpec): Promise<void> {
    const { policies, ...draft } = this.draft;
    const read = (options: PolicySpec['options'] | string) =>
      typeof options === 'string' ? readOptions(options) : options;
    return this.begin(() => ({
      environment,
      ...draft,
      policies: policies.map(({ name, options }): PolicySpec => ({ name, options: read(options) })),
    }));
  }

  /** A training of seconds, to look at: what learns fast, between chance and the bound. The form stays as it is. */
  example(environment: EnvironmentSpec): Promise<void> {
    const policies = ['lin-ucb', 'popularity', 'random', 'oracle'].map((name) => ({ name, options: {} }));
    return this.begin(() => ({ environment, learnsFrom: 'surrogate', policies, seeds: [1], steps: 8192 }));
  }

  /** @param specOf throws where a hyperparameter is wrong, which is told */
  private async begin(specOf: () => TrainingSpec): Promise<void> {
    await this.session.attempt('Training', async () => {
      const begun = await this.client.begin(specOf());
      await this.show(begun.id, begun.spec, []);
      await this.run();
    });
    await this.refresh();
  }

  async resume(): Promise<void> {
    await this.session.attempt('Training', () => this.run());
    await this.refresh();
  }

  /** Stops after keeping what there is; `resume` goes on from there. */
  pause(): void {
    this.controller.abort();
  }

  async open(id: string): Promise<void> {
    const kept = this.kept.find((one) => one.id === id);
    if (kept === undefined || this.isRunning) return;
    await this.session.attempt('Opening the training', async () => {
      this.onopened(kept.spec.environment);
      const { policies, learnsFrom, steps, seeds } = kept.spec;
      this.draft = { policies, learnsFrom, steps, seeds };
      const traces = await this.client.read(id);
      for (const trace of traces) this.session.eventsOf(trace);
      await this.show(id, kept.spec, traces);
    });
  }

  async remove(id: string): Promise<void> {
    if (this.isRunning && id === this.id) return;
    const isGone = await this.session.attempt('Removing the training', () => this.client.remove(id));
    if (isGone && id === this.id) {
      this.id = null;
      this.spec = null;
      this.cells = [];
    }
    await this.refresh();
  }

  async refresh(): Promise<void> {
    await this.session.attempt('Looking for kept trainings', async () => {
      this.kept = await this.client.trainings();
    });
  }

  private async run(): Promise<void> {
    const { id, spec } = this;
    if (id === null || spec === null || this.isRunning) return;
    this.isRunning = true;
    this.problems = [];
    this.controller = new AbortController();
    try {
      await this.client.train(id, spec, {
        onEvents: (cell, batch) => this.add(cell, batch),
        onFailed: (_, error) => (this.problems = [...this.problems, error.toData()]),
        onProgress: this.loading.show,
        signal: this.controller.signal,
      });
      this.session.announcement = 'The training is done.';
    } finally {
      this.isRunning = false;
      this.loading.end();
      this.redraw();
    }
  }

  private async show(id: string, spec: TrainingSpec, traces: readonly CellTrace[]): Promise<void> {
    this.id = id;
    this.spec = spec;
    this.problems = [];
    this.fold = new TrainingFold(spec);
    for (const { cell, events } of traces) this.fold.add(cell, events);
    this.redraw();
    this.description = null;
    this.description = await this.client.describe(spec.environment, NEVER);
  }

  private add(cell: TrainingCell, batch: readonly TraceEvent[]): void {
    this.fold?.add(cell, batch);
    this.timer ??= setTimeout(() => this.redraw(), REDRAW_MILLISECONDS);
  }

  private redraw(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.cells = this.fold?.cells ?? [];
  }
}
