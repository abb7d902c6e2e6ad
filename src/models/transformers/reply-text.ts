/** @file The text of a reply while its tokens arrive: never half a character, never a part of a stop string. */
import { largest, smallest } from '../../core/numbers/extremes.ts';

/** Turns tokens into text. */
export type Decode = (tokens: readonly number[]) => string;

const REPLACEMENT = '\uFFFD';

/** Collects tokens and gives out the text that is certain. */
export class ReplyText {
  private readonly decode: Decode;
  private readonly stop: readonly string[];
  private readonly tokens: number[] = [];
  /** Tokens before `read` are in the text; those from `context` on are decoded with new ones, since spaces depend on them. */
  private context = 0;
  private read = 0;
  private held = '';
  /** Whether a stop string has come up. It and what follows are no part of the text. */
  isStopped = false;

  constructor(decode: Decode, stop: readonly string[]) {
    this.decode = decode;
    this.stop = stop.filter((text) => text !== '');
  }

  /** The text that a token makes certain; often a word, sometimes nothing. */
  add(token: number): string {
    this.tokens.push(token);
    const fresh = this.fresh();
    // A character that is not complete decodes to a replacement character.
    if (fresh.endsWith(REPLACEMENT)) return '';
    return this.release(fresh);
  }

  /** The rest of the text, at the end of a reply. */
  end(): string {
    if (this.isStopped) return '';
    const text = this.release(this.fresh());
    const rest = this.held;
    this.held = '';
    return text + rest;
  }

  private fresh(): string {
    const before = this.decode(this.tokens.slice(this.context, this.read));
    return this.decode(this.tokens.slice(this.context)).slice(before.length);
  }

  private release(fresh: string): string {
    this.context = this.read;
    this.read = this.tokens.length;
    const text = this.held + fresh;
    const ends = this.stop.map((stop) => text.indexOf(stop)).filter((index) => index >= 0);
    this.isStopped = ends.length > 0;
    const certain = this.isStopped ? smallest(ends) : text.length - this.uncertain(text);
    this.held = this.isStopped ? '' : text.slice(certain);
    return text.slice(0, certain);
  }

  /** Characters at the end that may be the beginning of a stop string. */
  private uncertain(text: string): number {
    const longest = Math.max(0, largest(this.stop.map((stop) => stop.length - 1)));
    for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
      const end = text.slice(-length);
      if (this.stop.some((stop) => stop.length > length && stop.startsWith(end))) return length;
    }
    return 0;
  }
}
