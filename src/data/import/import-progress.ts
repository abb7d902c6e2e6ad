/**
 * @file Keeps a long import polite: it counts what was done, tells the caller, and hands the thread back often enough that
 * a stop is seen within 100 ms.
 */
import { now } from '../../core/clock.ts';
import { throwIfAborted } from '../../core/errors.ts';
import type { RejectedRow } from '../../core/dataset.ts';

export interface ImportProgress {
  readonly phase: string;
  /** Source bytes dealt with, of all phases together; never falls. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}

// Long enough to cost little (a timer is clamped to 4 ms), short enough that a step of parsing keeps far below 100 ms.
const TURN_MS = 20;

export class Pace {
  private readonly signal: AbortSignal;
  private readonly onProgress: (progress: ImportProgress) => void;
  private progress: ImportProgress = { phase: '', bytes: 0, totalBytes: 0, rows: 0 };
  private turnStarted = now();

  constructor(signal: AbortSignal, onProgress: (progress: ImportProgress) => void = () => undefined) {
    this.signal = signal;
    this.onProgress = onProgress;
  }

  get rows(): number {
    return this.progress.rows;
  }

  phase(phase: string): void {
    this.progress = { ...this.progress, phase };
    this.onProgress(this.progress);
  }

  expect(bytes: number): void {
    this.progress = { ...this.progress, totalBytes: this.progress.totalBytes + bytes };
  }

  did(done: { readonly bytes?: number; readonly rows?: number }): void {
    const { bytes, rows } = this.progress;
    this.progress = { ...this.progress, bytes: bytes + (done.bytes ?? 0), rows: rows + (done.rows ?? 0) };
  }

  finish(): void {
    this.onProgress(this.progress);
  }

  /** Gives way to other work where this turn was long enough. @throws LabError `aborted` once the signal is */
  async giveWay(): Promise<void> {
    throwIfAborted(this.signal);
    if (now() - this.turnStarted < TURN_MS) return;
    this.onProgress(this.progress);
    await new Promise((resolve) => setTimeout(resolve, 0));
    throwIfAborted(this.signal);
    this.turnStarted = now();
  }
}

const KEPT_ROWS = 1000;
const KEPT_TEXT = 200;

export class RejectedRows {
  readonly rows: RejectedRow[] = [];
  readonly counts: Record<string, number> = {};
  readonly cleaned: Record<string, number> = {};

  /** @param reason the same words for the same fault */
  add(file: string, line: number, reason: string, text: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    if (this.rows.length < KEPT_ROWS) this.rows.push({ file, line, reason, text: text.slice(0, KEPT_TEXT) });
  }

  clean(reason: string): void {
    this.cleaned[reason] = (this.cleaned[reason] ?? 0) + 1;
  }
}
