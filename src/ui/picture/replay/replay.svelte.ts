/** @file The replay of what is on the stage, step by step. It only reads what happened; nothing is run again. */
import { agentCall } from '../../../trace/answer-words.ts';
import { observed } from '../../../trace/labels.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import { noteOf, titleOf } from '../../../picture/mark-text.ts';
import type { RunView } from '../../pages/plan/run-view.svelte.ts';
import type { Selection, Stage } from '../../pages/plan/stage.svelte.ts';

/** So long a sentence can be read, in milliseconds; and so long a whole replay takes at most. */
const BEAT = 1800;
export const WHOLE = 20_000;

const isStep = (event: TraceEvent): boolean =>
  event.type === 'node-start' &&
  event.kind !== 'task' &&
  (event.kind !== 'agent' || agentCall(event.detail).message !== '');

/** Of a run the last event before its first step, and of each of its steps. */
export function stepsOf({ events, beforeAnswer }: Pick<RunView, 'events' | 'beforeAnswer'>): readonly number[] {
  const end = Math.min(beforeAnswer, events.length - 1);
  return [...events.flatMap((event, at) => (isStep(event) && at <= end ? [at - 1] : [])), end];
}

interface Beat {
  readonly moments: readonly number[];
  /** The run that takes a step; null where each does. */
  readonly run: number | null;
}

/** Before the first step, then a step of each run at a beat, or of one run after the other. */
export function beatsOf(steps: readonly (readonly number[])[], isOneByOne: boolean): readonly Beat[] {
  const at = (own: readonly number[], step: number): number => own[Math.min(step, own.length - 1)] ?? -1;
  if (!isOneByOne) {
    const most = Math.max(1, ...steps.map(({ length }) => length));
    return Array.from({ length: most }, (_, step) => ({ run: null, moments: steps.map((own) => at(own, step)) }));
  }
  const turns = steps.flatMap(({ length }, run) => Array.from({ length: length - 1 }, (_, step) => ({ run, step })));
  return [{ run: 0, step: -1 }, ...turns].map(({ run, step }) => ({
    run,
    moments: steps.map((own, other) => at(own, other < run ? Infinity : other === run ? step + 1 : 0)),
  }));
}

export class Replay {
  playing = $state(false);
  /** Null while all is shown that there is. */
  private at = $state<number | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stage: Stage;
  private readonly isNarrow: () => boolean;
  private readonly goTo: (selection: Selection) => void;

  /** @param isNarrow whether the methods stand one below the other @param goTo selects a step there and brings it into sight */
  constructor(stage: Stage, isNarrow: () => boolean, goTo: (selection: Selection) => void) {
    this.stage = stage;
    this.isNarrow = isNarrow;
    this.goTo = goTo;
  }

  private readonly beats = $derived.by(() => {
    // Events are added in place.
    const steps = this.stage.runs.map((run) => (run.grown, stepsOf(run)));
    return beatsOf(steps, this.isNarrow());
  });
  readonly last = $derived(this.beats.length);
  /** Other runs have other beats. */
  private readonly shown = $derived.by(() => (this.stage.moments === null ? null : this.at));
  readonly beat = $derived(Math.min(this.last, this.shown ?? this.last));

  /** The newest step of each method; null where it takes none now. Empty while all is shown. */
  readonly told = $derived.by((): readonly ((Selection & { readonly words: string }) | null)[] => {
    const { stage } = this;
    const beat = this.shown === null ? undefined : this.beats[this.shown];
    if (beat === undefined) return [];
    return stage.runs.map((view, run) => {
      const position = stage.positionOf(run);
      const names = stage.namesOf(view);
      const node = [...view.grown.nodes.values()].findLast(
        ({ kind, end }) => kind !== 'task' && end !== null && end.seq <= position,
      );
      if (node === undefined || (beat.run ?? run) !== run) return null;
      const { text, tone } = noteOf(node, names, { from: stage.fromOf(run), position });
      const wrong = tone === 'plain' ? '' : ` (${text})`;
      return { run, what: 'state', id: node.id, words: `${titleOf(node, names)}${wrong}: ${observed(node, names)}` };
    });
  });

  seek(beat: number): void {
    this.pause();
    this.show(beat);
  }

  step(by: number): void {
    this.seek(this.beat + by);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  watch(): void {
    this.seek(0);
    this.play();
  }

  readonly skip = (): void => {
    this.pause();
    [this.at, this.stage.moments] = [null, null];
  };

  pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private play(): void {
    this.pause();
    // From the end it begins again.
    if (this.beat === this.last) this.show(0);
    this.playing = true;
    const next = (): void => {
      this.show(this.beat + 1);
      if (this.beat === this.last) this.pause();
      else this.timer = setTimeout(next, Math.min(BEAT, WHOLE / this.last));
    };
    this.timer = setTimeout(next, Math.min(BEAT, WHOLE / this.last));
  }

  private show(wished: number): void {
    const beat = Math.max(0, wished);
    const moments = this.beats[beat]?.moments ?? null;
    [this.at, this.stage.moments] = [moments === null ? null : beat, moments];
    const told = this.told.find((one) => one !== null);
    if (this.isNarrow() && told !== undefined && told !== null) this.goTo(told);
  }
}
