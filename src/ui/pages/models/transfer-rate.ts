/** @file How long a transfer still takes, from how fast it was lately. */

const WINDOW_MILLISECONDS = 8000;
const SETTLED_MILLISECONDS = 1000;

/** Watches the bytes of one transfer. */
export class TransferRate {
  private samples: { readonly at: number; readonly bytes: number }[] = [];

  /** @param at milliseconds on any clock that does not go back */
  add(at: number, bytes: number): void {
    // Less than before: something was begun again.
    if (bytes < (this.samples.at(-1)?.bytes ?? 0)) this.samples = [];
    this.samples.push({ at, bytes });
    const start = this.samples.findIndex((sample) => at - sample.at <= WINDOW_MILLISECONDS);
    this.samples = this.samples.slice(start);
  }

  /** Null as long as too little was seen, and where nothing moves. */
  secondsLeft(totalBytes: number): number | null {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < SETTLED_MILLISECONDS) return null;
    const rate = (last.bytes - first.bytes) / (last.at - first.at);
    return rate <= 0 || totalBytes <= last.bytes ? null : (totalBytes - last.bytes) / rate / 1000;
  }
}
