/** @file The replay of what is on the stage. It only reads what happened; nothing is run again. */
import type { Stage } from '../plan/stage.svelte.ts';

/** How long a whole replay takes at most, and an event at most, in milliseconds. */
const WHOLE = 12_000;
const EVENT = 60;

/** Behind a run, the view catches up by this share a second, and by at least so many events. */
const CATCH_UP = { share: 1.1, events: 60 } as const;

/** Moves the stage's moment. */
export class Replay {
  playing = $state(false);
  private readonly stage: Stage;
  private frame = 0;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  get last(): number {
    return Math.max(0, this.stage.length - 1);
  }

  /** Goes to an event and stops playing. */
  seek(position: number): void {
    this.pause();
    this.moveTo(position);
  }

  step(by: number): void {
    this.seek(this.stage.position + by);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /**
   * Shows a run as it grows. The built-in reasoner is too fast to be seen, so the view may lag behind it, by two seconds or
   * so; a slower model is shown as it writes.
   */
  follow(isRunning: () => boolean): void {
    this.pause();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let [shown, before] = [0, 0];
    const go = (time: number): void => {
      const elapsed = before === 0 ? 0 : (time - before) / 1000;
      before = time;
      shown = Math.min(this.last, shown + elapsed * (CATCH_UP.events + CATCH_UP.share * (this.last - shown)));
      if (shown >= this.last && !isRunning()) {
        this.stage.moment = null;
        return;
      }
      this.stage.moment = Math.floor(shown);
      this.frame = requestAnimationFrame(go);
    };
    this.stage.moment = 0;
    this.frame = requestAnimationFrame(go);
  }

  /** Plays from the first event on. */
  watch(): void {
    this.pause();
    this.moveTo(0);
    this.play();
  }

  private play(): void {
    if (this.last === 0) return;
    // From the end it begins again.
    if (this.stage.moment === null) this.moveTo(0);
    const start = this.stage.position;
    const perEvent = Math.min(EVENT, WHOLE / this.last);
    let begun: number | null = null;
    const go = (time: number): void => {
      begun ??= time;
      this.moveTo(start + Math.floor((time - begun) / perEvent));
      if (this.stage.moment === null) this.playing = false;
      else this.frame = requestAnimationFrame(go);
    };
    this.playing = true;
    this.frame = requestAnimationFrame(go);
  }

  private pause(): void {
    cancelAnimationFrame(this.frame);
    this.playing = false;
  }

  private moveTo(position: number): void {
    const bounded = Math.min(this.last, Math.max(0, position));
    this.stage.moment = bounded === this.last ? null : bounded;
  }
}
