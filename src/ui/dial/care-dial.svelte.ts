/**
 * @file The dial of the critic beside the answers. Where it is moved, the runs on the page are repeated with it there; those runs
 * are not kept. What stood on the page before it was moved stays to be compared with, and to go back to.
 */
import type { Dial } from '../../client/lab.ts';
import type { Json } from '../../core/json.ts';
import { REASONER_ID } from '../../core/reasoner-name.ts';
import type { RunSpec } from '../../core/run.ts';
import { isTextType, type Task } from '../../core/task.ts';
import type { TraceNode } from '../../trace/trace-tree.ts';
import { failureOf, RunView, specOf } from '../pages/plan/run-view.svelte.ts';
import type { SetUp } from '../pages/plan/set-up.svelte.ts';
import { wordsOf, type Stage } from '../pages/plan/stage.svelte.ts';
import { untilQuiet } from '../browser.ts';
import type { Session } from '../session.svelte.ts';

/** The dial of the built-in reasoner that stands beside the answers. */
export const EVALUATOR_DIAL = 'evaluatorAccuracy';

export interface Turnable {
  readonly specs: readonly RunSpec[];
  readonly value: number;
}

type Tool = { readonly name?: Json; readonly options?: { readonly provider?: Json } } | null;

function searchesElsewhere({ recommender }: RunSpec): boolean {
  const { tools } = recommender.options;
  return (
    Array.isArray(tools) &&
    (tools as readonly Tool[]).some((tool) => tool?.name === 'search' && tool.options?.provider !== 'catalogue')
  );
}

/** True for one rating or one list, planned, voted on and judged live by the built-in reasoner, that looked nowhere else. */
function isTurnable(spec: RunSpec, tasks: number): boolean {
  const { model, critic, recommender, replies, fork } = spec;
  const isOneQuestion = tasks === 1 && !isTextType(spec.tasks.name as Task['type']);
  const isReasoners = recommender.name === 'recmind' && model.name === REASONER_ID && critic === undefined;
  return isOneQuestion && isReasoners && fork === undefined && replies.mode === 'live' && !searchesElsewhere(spec);
}

/** What the dial can repeat of the runs on the page; null where there is nothing. @param fallback where it stands in a spec that names no dial */
export function turnableRuns(runs: readonly RunView[], fallback: number): Turnable | null {
  const specs = runs.flatMap((run) => {
    const spec = specOf(run.events);
    return spec === null || !isTurnable(spec, run.grown.tasks.length) ? [] : [spec];
  });
  const values = specs.map(({ model }) => {
    const value = model.options[EVALUATOR_DIAL];
    return typeof value === 'number' ? value : fallback;
  });
  const [value] = values;
  const isAlike = specs.length === runs.length && values.every((one) => one === value);
  return value === undefined || !isAlike ? null : { specs, value };
}

export const specAt = (spec: RunSpec, value: number): RunSpec => ({
  ...spec,
  model: { ...spec.model, options: { ...spec.model.options, [EVALUATOR_DIAL]: value } },
});

interface DialPage {
  readonly session: Session;
  readonly stage: Stage;
  readonly setUp: SetUp | null;
  readonly running: object | null;
}

interface Before {
  readonly runs: readonly RunView[];
  readonly value: number;
  /** Which runs were put on the page; other ones have nothing to do with these. */
  readonly shows: number;
}

const PAUSE = 150;

export const placeInWords = (place: number): string => `${Math.round(place * 100)} %`;

export class CareDial {
  work = $state.raw<{ readonly value: number; readonly stop: () => void } | null>(null);
  private readonly page: DialPage;
  private kept = $state.raw<Before | null>(null);
  private wanted = $state<number | null>(null);
  private readonly later = untilQuiet(() => void this.repeat(), PAUSE);

  constructor(page: DialPage) {
    this.page = page;
  }

  get dial(): Dial | null {
    const model = this.page.setUp?.description.models.find(({ name }) => name === REASONER_ID);
    return model?.dials.find(({ name }) => name === EVALUATOR_DIAL) ?? null;
  }

  /** What it can repeat of what is on the page; null where there is nothing, or nobody who may. */
  get can(): Turnable | null {
    const { stage, session, running, setUp } = this.page;
    const { dial } = this;
    if (dial === null || running !== null || stage.held) return null;
    if ((setUp?.modelName ?? REASONER_ID) !== REASONER_ID) return null;
    const can = turnableRuns(stage.runs, dial.default);
    const isOpen = session.dataset === null || session.dataset.manifest.name === can?.specs[0]?.dataset.name;
    return isOpen ? can : null;
  }

  get isReady(): boolean {
    return this.page.session.dataset !== null;
  }

  get value(): number {
    return this.wanted ?? this.can?.value ?? 0;
  }

  get isMoving(): boolean {
    return this.wanted !== null;
  }

  get before(): Before | null {
    return this.kept?.shows === this.page.stage.shows ? this.kept : null;
  }

  /** The task of a run as it stood before. */
  taskBefore(run: number): TraceNode | null {
    return this.before?.runs[run]?.tree.tasks[0] ?? null;
  }

  turn(value: number): void {
    this.work?.stop();
    this.wanted = value;
    this.page.setUp?.setDial(EVALUATOR_DIAL, value);
    this.later();
  }

  back(): void {
    if (this.before !== null) this.turn(this.before.value);
  }

  /** Ends what is under way: other runs are put on the page. */
  leave(): void {
    this.work?.stop();
    this.wanted = null;
    this.kept = null;
  }

  private async repeat(): Promise<void> {
    const { can, wanted, before } = this;
    if (wanted === null || can === null) return;
    if (before?.value === wanted) {
      this.show(before.runs);
      this.kept = null;
    } else if (wanted !== can.value) await this.runAt(can, wanted);
    // It was moved on meanwhile.
    if (this.wanted !== wanted) return;
    this.wanted = null;
    this.settle(wanted);
  }

  private async runAt({ specs, value }: Turnable, wanted: number): Promise<void> {
    const { session, stage } = this.page;
    const controller = new AbortController();
    const { signal } = controller;
    const stop = (): void => controller.abort();
    const { shows, runs } = stage;
    this.work = { value: wanted, stop };
    await session.attempt('The repetition', async () => {
      const views: RunView[] = [];
      for (const [index, spec] of specs.entries()) {
        const view = await this.ran(specAt(spec, wanted), runs[index], signal);
        if (view === null || stage.shows !== shows) return;
        views.push(view);
      }
      this.kept = this.before ?? { runs, value, shows };
      this.show(views);
    });
    if (this.work?.stop === stop) this.work = null;
  }

  /** A run to its end; null where it was stopped. @throws LabError what it failed of */
  private async ran(spec: RunSpec, like: RunView | undefined, signal: AbortSignal): Promise<RunView | null> {
    const view = new RunView(like?.origin ?? { title: '', keeps: '', planner: '' });
    const { client } = this.page.session;
    const { outcome } = await client.start('run', null, spec, { onEvents: (batch) => view.add(batch), signal });
    if (outcome === 'aborted' || signal.aborted) return null;
    if (outcome === 'failed') throw failureOf(view);
    return view;
  }

  private show(runs: readonly RunView[]): void {
    const { stage, session } = this.page;
    stage.replace(runs);
    session.announcement = wordsOf(stage);
  }

  /** The set-up says what is on the page, also where a repetition was stopped or failed. */
  private settle(wanted: number): void {
    const { can } = this;
    if (can === null || can.value === wanted) return;
    this.page.setUp?.setDial(EVALUATOR_DIAL, can.value);
  }
}
