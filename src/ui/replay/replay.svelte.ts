/** @file The replay of what is on the stage. It only reads what happened; nothing is run again. */
import type { Stage } from '../plan/stage.svelte.ts';

/** How long a whole replay takes at most, and an event at most, in milliseconds. */
const WHOLE = 12_000;
const EVENT = 60;

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
