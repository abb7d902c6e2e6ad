/** @file The replay of what is on the stage, a step of every method at a beat. It only reads what happened; nothing is run again. */
import { agentCall } from '../../../trace/agent-words.ts';
import { observed } from '../../../trace/labels.ts';
import type { TraceEvent } from '../../../core/trace.ts';
import type { RunView } from '../../pages/plan/run-view.svelte.ts';
import type { Stage } from '../../pages/plan/stage.svelte.ts';
import { noteOf, titleOf } from '../../../picture/mark-text.ts';

/** A sentence can be read in so long, in milliseconds; a whole replay takes at most so long. */
const BEAT = 1800;
const WHOLE = 24_000;

const isStep = (event: TraceEvent): boolean =>
  event.type === 'node-start' &&
  event.kind !== 'task' &&
  (event.kind !== 'agent' || agentCall(event.detail).message !== '');

/** The moments of a run between which it takes a step each: before the first, behind each, and before it turns to its answer. */
export function stepsOf({ events, beforeAnswer }: Pick<RunView, 'events' | 'beforeAnswer'>): readonly number[] {
  const before = events.flatMap((event, at) => (isStep(event) && at <= beforeAnswer ? [at - 1] : []));
  return [...before, Math.min(beforeAnswer, events.length - 1)];
}

/** What a method does at a beat. */
export interface Told {
  readonly title: string;
  readonly words: string;
}

/** Moves the stage's moments. */
export class Replay {
  playing = $state(false);
  /** Null while all is shown that there is. */
  private at = $state<number | null>(null);
  private readonly stage: Stage;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  private readonly steps = $derived.by(() =>
    // Events are added in place.
    this.stage.runs.map((run) => (run.grown, stepsOf(run))),
  );

  /** The last beat: the answers, and the last step as long as they are held back. */
  readonly last = $derived(Math.max(0, ...this.steps.map(({ length }) => length)) - (this.stage.held ? 1 : 0));

  /** Nobody looks back at runs that are not there any more. */
  private readonly shown = $derived(this.stage.moments === null ? null : this.at);

  readonly beat = $derived(Math.min(this.last, this.shown ?? this.last));

  get isReplayed(): boolean {
    return this.shown !== null;
  }

  /** The newest step of each method, in a sentence each; none while all is shown. */
  readonly told = $derived.by((): readonly (Told | null)[] => {
    const { stage } = this;
    if (this.shown === null || this.shown >= this.last + (stage.held ? 1 : 0)) return [];
    return stage.runs.map((run, index): Told | null => {
      const position = stage.positionOf(index);
      const names = stage.namesOf(run);
      const node = [...run.grown.nodes.values()].findLast(
        ({ kind, start, end }) => kind === 'state' && start.seq <= position && end !== null && end.seq <= position,
      );
      if (node === undefined) return null;
      const { text, tone } = noteOf(node, names, { from: stage.fromOf(index), position });
      const wrong = tone === 'plain' ? '' : `${text}. `;
      return { title: run.origin.title, words: `${titleOf(node, names)}: ${wrong}${observed(node, names)}` };
    });
  });

  /** Goes to a beat and stops playing. */
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

  /** Plays from before the first step. */
  watch(): void {
    this.seek(0);
    this.play();
  }

  /** Shows all that there is. */
  readonly leave = (): void => {
    this.pause();
    this.at = null;
    this.stage.moments = null;
  };

  pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private play(): void {
    if (this.last <= 0) return;
    // From the end it begins again.
    if (this.beat >= this.last) this.show(0);
    this.playing = true;
    const next = (): void => {
      this.show(this.beat + 1);
      if (this.beat >= this.last) this.pause();
      else this.timer = setTimeout(next, Math.min(BEAT, WHOLE / this.last));
    };
    this.timer = setTimeout(next, Math.min(BEAT, WHOLE / this.last));
  }

  private show(beat: number): void {
    const { steps, stage, last } = this;
    const to = Math.min(last, Math.max(0, beat));
    this.at = to;
    stage.moments = steps.map((own, run) =>
      to >= own.length && to === last && !stage.held
        ? Infinity
        : to === last && !stage.held
          ? (stage.runs[run]?.events.length ?? 0)
          : (own[Math.min(to, own.length - 1)] ?? -1),
    );
  }
}
