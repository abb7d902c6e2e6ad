/** @file A reply that ends before the first of its stop strings, as it comes. */
import { largest, smallest } from '../numbers/extremes.ts';

export class StoppedText {
  /** Whether a stop string has come up. It and what follows are no part of the text. */
  isStopped = false;
  private readonly stops: readonly string[];
  private held = '';

  constructor(stops: readonly string[]) {
    this.stops = stops.filter((text) => text !== '');
  }

  /** What is certain now; what may be the beginning of a stop string is held back. */
  add(piece: string): string {
    if (this.isStopped) return '';
    const text = this.held + piece;
    const ends = this.stops.map((stop) => text.indexOf(stop)).filter((index) => index >= 0);
    this.isStopped = ends.length > 0;
    const certain = this.isStopped ? smallest(ends) : text.length - this.uncertain(text);
    this.held = this.isStopped ? '' : text.slice(certain);
    return text.slice(0, certain);
  }

  /** What was held back, where the reply ended without a stop string. */
  end(): string {
    const rest = this.held;
    this.held = '';
    return rest;
  }

  private uncertain(text: string): number {
    const longest = Math.max(0, largest(this.stops.map((stop) => stop.length - 1)));
    for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
      const end = text.slice(-length);
      if (this.stops.some((stop) => stop.length > length && stop.startsWith(end))) return length;
    }
    return 0;
  }
}
