/** @file The guided tour of a run: it steps through what happened, a sentence for each step, and reads nothing but events. */
import { guideSteps, stepAt, type GuideStep } from '../../core/trace-guide.ts';
import type { Stage } from '../plan/stage.svelte.ts';

/** Where steps can be gone to. */
export type GuideMove = 'first' | 'previous' | 'next' | 'last';

/** Tells one of the runs on the stage. */
export class Guide {
  isOpen = $state(false);
  /** Bigger type, for a room. */
  isLarge = $state(false);
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** The run that is told: the one in which something is selected, else the first. */
  readonly run = $derived.by(() => this.stage.selection?.run ?? 0);
  readonly steps = $derived.by((): readonly GuideStep[] => {
    const run = this.stage.runs[this.run];
    return run === undefined ? [] : (run.grown, guideSteps(run.events));
  });
  readonly index = $derived.by(() => stepAt(this.steps, this.stage.position));
  readonly step = $derived.by(() => this.steps[this.index] ?? null);

  toggle(): void {
    this.isOpen = !this.isOpen;
    if (this.isOpen) this.go('first');
  }

  /** Moves the stage to a step and selects the state that it is about. */
  go(move: GuideMove): void {
    const last = this.steps.length - 1;
    const to = { first: 0, previous: this.index - 1, next: this.index + 1, last }[move];
    const step = this.steps[Math.min(last, Math.max(0, to))];
    if (step === undefined) return;
    const { stage, run } = this;
    stage.moment = step.seq;
    const isState = step.node.includes('.');
    stage.selection = isState ? { run, what: 'state', id: step.node } : { run, what: 'run', id: '' };
  }
}
