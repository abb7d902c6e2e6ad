/**
 * @file Keeps fitting polite: it tells how far it is and hands the thread back often enough that a stop is seen within 100 ms.
 */
import { now } from '../../core/clock.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { FitContext } from './baseline.ts';

// A timer is clamped to 4 ms in a browser: this costs a tenth at most, and leaves a step 60 ms.
const TURN_MS = 40;

/** The progress of one fit, counted in steps of the caller's choice. */
export class Pace {
  private readonly context: FitContext;
  private readonly total: number;
  private done = 0;
  private turnStarted = now();

  /** @param total how many steps there are in all */
  constructor(context: FitContext, total: number) {
    throwIfAborted(context.signal);
    this.context = context;
    this.total = total;
  }

  /** Counts a step. True where it is time to `giveWay`. */
  step(): boolean {
    this.done += 1;
    return this.isDue();
  }

  /** True where it is time to `giveWay`. */
  isDue(): boolean {
    return now() - this.turnStarted >= TURN_MS;
  }

  /** Lets other work run. @throws LabError `aborted` once the signal is */
  async giveWay(): Promise<void> {
    this.context.onProgress?.(Math.min(1, this.done / this.total));
    await new Promise((resolve) => setTimeout(resolve, 0));
    throwIfAborted(this.context.signal);
    this.turnStarted = now();
  }
}
