/** @file Rows that an import could not read: all are counted, the first 1,000 are kept. */
import type { RejectedRow } from '../../core/dataset.ts';

const KEPT_ROWS = 1000;
const KEPT_TEXT = 200;

/** Collects rejected rows. */
export class RejectedRows {
  readonly rows: RejectedRow[] = [];
  readonly counts: Record<string, number> = {};

  /** @param reason the same words for the same fault */
  add(file: string, line: number, reason: string, text: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1;
    if (this.rows.length < KEPT_ROWS) this.rows.push({ file, line, reason, text: text.slice(0, KEPT_TEXT) });
  }
}
