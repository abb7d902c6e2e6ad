/** @file What is loaded or asked for, before something slow begins and while it goes on: a language model, and what it is to rate. */
import { now } from '../../../core/clock.ts';
import type { WorkingCall } from '../../../trace/working-call.ts';
import type { LoadProgress } from '../../../client/lab.ts';

export class Loading {
  progress = $state.raw<LoadProgress | null>(null);
  /** The seconds that are left at the pace so far; null where that is not known. */
  secondsLeft = $state<number | null>(null);
  working = $state.raw<WorkingCall | null>(null);
  private first: { readonly kind: string; readonly done: number; readonly time: number } | null = null;

  readonly show = (progress: LoadProgress): void => {
    this.progress = progress;
    this.secondsLeft = this.left(progress);
  };

  end(): void {
    this.progress = null;
    this.secondsLeft = null;
    this.working = null;
    this.first = null;
  }

  private left({ phase, bytes, totalBytes }: LoadProgress): number | null {
    // A phase may count in its words.
    const kind = phase.replace(/\d+/g, '');
    if (this.first?.kind !== kind) this.first = { kind, done: bytes, time: now() };
    const done = bytes - this.first.done;
    if (done <= 0 || totalBytes === 0) return null;
    return ((now() - this.first.time) / 1000 / done) * (totalBytes - bytes);
  }
}
