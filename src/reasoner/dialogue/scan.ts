/**
 * @file A message as the rules read it: what a rule has understood is blotted out, so that no other rule reads it again, and what is
 * left over in the end can be told.
 */

const BLOT = '▮';

/** Lower case, character by character, so that positions stay. */
const lower = (text: string): string[] =>
  text.split('').map((one) => (one.toLowerCase().length === 1 ? one.toLowerCase() : one));

/** A part of a message that a rule matched. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly match: RegExpMatchArray;
}

/** A message that is being understood. */
export class Scan {
  /** As it was written. */
  readonly text: string;
  private readonly characters: string[];
  private cached: string | null = null;

  constructor(text: string) {
    this.text = text;
    this.characters = lower(text);
  }

  /** What is not understood yet, in lower case, with blots in place of the rest. */
  get rest(): string {
    return (this.cached ??= this.characters.join(''));
  }

  /** Blots out a part. */
  consume(start: number, end: number): void {
    for (let at = start; at < end; at += 1) if (this.characters[at] !== ' ') this.characters[at] = BLOT;
    this.cached = null;
  }

  /** True where nothing of a part was understood yet. */
  isFree(start: number, end: number): boolean {
    return !this.rest.slice(start, end).includes(BLOT);
  }

  /** The first match in what is not understood yet, from a position on. */
  find(pattern: RegExp, from = 0): Found | null {
    const match = this.rest.slice(from).match(pattern);
    if (match?.index === undefined) return null;
    const start = from + match.index;
    return { start, end: start + match[0].length, match };
  }

  /** All matches, each blotted out. */
  takeAll(pattern: RegExp): Found[] {
    const all: Found[] = [];
    for (let found = this.find(pattern); found !== null && found.end > found.start; found = this.find(pattern)) {
      this.consume(found.start, found.end);
      all.push(found);
    }
    return all;
  }
}
