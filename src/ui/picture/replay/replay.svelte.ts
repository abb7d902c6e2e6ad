/** @file The replay of what is on the stage. It only reads what happened; nothing is run again. */
import type { Selection, Stage } from '../../pages/plan/stage.svelte.ts';
import { captionAt, type Caption } from './captions.ts';
import { eventAtTime, paceOf, type Speed } from './pace.ts';

/** The first run of a visit is shown as it can be followed; whoever runs another one wants its outcome. */
let hasFollowed = false;

/** Moves the stage's moment. */
export class Replay {
  playing = $state(false);
  /** True while a run is shown for the first time, as slowly as it can be followed. */
  following = $state(false);
  private chosen = $state<Speed>(1);
  private readonly stage: Stage;
  private readonly goTo: (selection: Selection) => void;
  private frame = 0;

  /** @param goTo selects what is told and brings it into sight */
  constructor(stage: Stage, goTo: (selection: Selection) => void) {
    this.stage = stage;
    this.goTo = goTo;
  }

  /** True while the moment moves by itself. */
  get isActive(): boolean {
    return this.playing || this.following;
  }

  get last(): number {
    return Math.max(0, this.stage.length - 1);
  }

  get speed(): Speed {
    return this.chosen;
  }

  /** What is under way goes on at the new speed. */
  set speed(speed: Speed) {
    this.chosen = speed;
  }

  /** The run that is told: where something is selected as long as it goes on, else the one that ends soonest, so that each has its turn. */
  private readonly told = $derived.by(() => {
    const { runs, selection, position } = this.stage;
    const goesOn = (run: number): boolean => position < (runs[run]?.events.length ?? 0);
    const chosen = selection?.run ?? 0;
    if (goesOn(chosen)) return chosen;
    const ends = runs.map(({ events }, run) => (goesOn(run) ? events.length : Infinity));
    const soonest = Math.min(...ends);
    return soonest === Infinity ? runs.length - 1 : ends.indexOf(soonest);
  });

  /** Who does what; null while nothing is replayed. */
  readonly caption = $derived.by((): (Caption & { readonly run: number; readonly title: string }) | null => {
    const run = this.stage.runs[this.told];
    if (run === undefined || !this.isActive) return null;
    const caption = captionAt(run.events, this.stage.position);
    return caption === null ? null : { ...caption, run: this.told, title: run.origin.title };
  });

  /** Goes to an event and stops playing. */
  seek(position: number): void {
    this.pause();
    this.moveTo(position);
  }

  step(by: number): void {
    this.seek(this.stage.position + by);
  }

  toggle(): void {
    if (this.isActive) this.pause();
    else this.play();
  }

  /** Goes to the end of what is replayed. */
  skip(): void {
    this.pause();
    this.stage.moment = null;
  }

  /** Shows the first run of a visit as it grows, no faster than it can be followed; later ones as they are. */
  follow(isRunning: () => boolean): void {
    this.pause();
    if (hasFollowed) return;
    hasFollowed = true;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.following = true;
    this.stage.moment = 0;
    this.animate(0, isRunning);
  }

  /** Plays from the first event on, beginning with the first run. The button that asked for it is disabled meanwhile: the focus goes to the one that pauses. */
  watch(): void {
    this.pause();
    this.stage.selection = null;
    this.moveTo(0);
    this.play();
    document.getElementById('replay')?.focus({ preventScroll: true });
  }

  /** Ends with its page; what was being shown is then shown whole. */
  readonly leave = (): void => {
    if (this.isActive) this.skip();
  };

  private play(): void {
    this.pause();
    if (this.last === 0) return;
    // From the end it begins again.
    if (this.stage.moment === null) this.moveTo(0);
    this.playing = true;
    this.animate(this.times[this.stage.position] ?? 0);
  }

  private readonly times = $derived.by((): readonly number[] => {
    const { runs } = this.stage;
    // Events are added in place.
    for (const run of runs) void run.version;
    return paceOf(runs.map(({ events }) => events));
  });

  /** Shows what is due from a time on, to the end of what there is; while something runs it waits for what is to come. */
  private animate(start: number, isRunning = (): boolean => false): void {
    let [shown, before] = [start, 0];
    const go = (time: number): void => {
      shown += before === 0 ? 0 : (time - before) * this.chosen;
      before = time;
      const { times } = this;
      // What is held back is not waited for.
      const end = times[this.stage.end + 1] ?? 0;
      if (shown >= end && !isRunning()) return this.skip();
      shown = Math.min(shown, end);
      this.show(eventAtTime(times, shown));
      this.frame = requestAnimationFrame(go);
    };
    this.frame = requestAnimationFrame(go);
  }

  /** Shows an event, and opens the state that is told. */
  private show(position: number): void {
    if (position === this.stage.moment) return;
    this.stage.moment = position;
    const { caption } = this;
    const { selection } = this.stage;
    if (caption === null || (selection?.run === caption.run && selection.id === caption.node)) return;
    if (caption.node !== '') this.goTo({ run: caption.run, what: 'state', id: caption.node });
  }

  /** Stops playing where it is. */
  pause(): void {
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.following = false;
  }

  private moveTo(position: number): void {
    const bounded = Math.min(this.last, Math.max(0, position));
    this.stage.moment = bounded === this.last ? null : bounded;
  }
}
