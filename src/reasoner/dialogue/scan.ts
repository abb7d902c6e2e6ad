/**
 * @file A message as the rules read it: what a rule has understood is blotted out, so that no other rule reads it again, and what is
 * left over in the end can be told.
 */

const BLOT = '▮';

/** Lower case, character by character, so that positions stay. */
const lower = (text: string): string[] =>
  text.split('').map((one) => (one.toLowerCase().length === 1 ? one.toLowerCase() : one));

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

  /** All matches in what is not understood yet, each blotted out. */
  takeAll(pattern: RegExp): { readonly start: number; readonly end: number; readonly match: RegExpExecArray }[] {
    const all = [];
    for (let match = pattern.exec(this.rest); match !== null && match[0] !== ''; match = pattern.exec(this.rest)) {
      const [start, end] = [match.index, match.index + match[0].length];
      this.consume(start, end);
      all.push({ start, end, match });
    }
    return all;
  }
}
