/** @file What an import could not use: rows, all counted and the first 1,000 kept, and fields of rows that count. */
import type { RejectedRow } from '../../core/dataset.ts';

const KEPT_ROWS = 1000;
const KEPT_TEXT = 200;

/** Collects rejected rows, and counts fields that were left out. */
export class RejectedRows {
  readonly rows: RejectedRow[] = [];
  readonly counts: Record<string, number> = {};
  readonly cleaned: Record<string, number> = {};

  /** @param reason the same words for the same fault */
  add(file: string, line: number, reason: string, text: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    if (this.rows.length < KEPT_ROWS) this.rows.push({ file, line, reason, text: text.slice(0, KEPT_TEXT) });
  }

  /** Counts a field that was left out or repaired. @param reason the same words for the same fault */
  clean(reason: string): void {
    this.cleaned[reason] = (this.cleaned[reason] ?? 0) + 1;
  }
}
