/** @file What a model thinks before it replies (`<think>`, `<thinking>`, `<reasoning>`), told from the reply, and a reply that stops, as it comes. */
import { largest, smallest } from '../numbers/extremes.ts';

export interface SentPiece {
  readonly type: 'text' | 'thought';
  readonly text: string;
}

const NAMES = ['think', 'thinking', 'reasoning'];
const OPENING = /^[^\S\n]*<(think|thinking|reasoning)>/i;
const OPENS = /^\s*<(?:think|thinking|reasoning)>/i;
const ANY_CLOSING = /<\/(think|thinking|reasoning)>/i;
const CLOSING: Readonly<Record<string, RegExp>> = {
  think: /<\/think>/i,
  thinking: /<\/thinking>/i,
  reasoning: /<\/reasoning>/i,
};

/** True where a thought is closed that was never opened: the prompt had opened it. */
export const closesThought = (text: string): boolean => ANY_CLOSING.test(text);

/** The whole reply without what was thought; what stands before a closing tag that the prompt opened is a thought too. */
export function withoutThinking(text: string): string {
  const splitter = new ThinkingSplitter(true);
  const pieces = [...splitter.add(text), ...splitter.end()];
  if (pieces.every(({ type }) => type === 'text')) return text;
  return pieces
    .map((piece) => (piece.type === 'text' ? piece.text : ''))
    .join('')
    .trim();
}

/** As long as this, what begins like a tag may become one. */
const LONGEST_TAG = '<reasoning>'.length;

/** Tells thinking from text while a reply comes. A tag opens at the beginning of a line: within one it may be quoted. */
export class ThinkingSplitter {
  private held = '';
  private open: string | null = null;
  private isLineStart = true;
  private wasThought = false;
  private mayBeOpened: boolean;

  /** @param mayBeOpened where the prompt may have opened a thought: the reply is held back until one is closed, or it ends */
  constructor(mayBeOpened = false) {
    this.mayBeOpened = mayBeOpened;
  }

  add(delta: string): SentPiece[] {
    this.held += delta;
    const name = this.mayBeOpened ? ANY_CLOSING.exec(this.held)?.[1] : undefined;
    if (this.mayBeOpened && name === undefined) return [];
    if (name !== undefined && !OPENS.test(this.held)) this.open = name.toLowerCase();
    this.mayBeOpened = false;
    const pieces: SentPiece[] = [];
    while (this.held !== '' && this.step(pieces));
    return pieces;
  }

  end(): SentPiece[] {
    this.mayBeOpened = false;
    const pieces = this.add('');
    this.give(pieces, this.open === null ? 'text' : 'thought', this.held.length);
    return pieces;
  }

  private step(pieces: SentPiece[]): boolean {
    return this.open === null ? this.readText(pieces) : this.readThought(pieces, this.open);
  }

  private readThought(pieces: SentPiece[], name: string): boolean {
    const closing = `</${name}>`;
    const at = CLOSING[name]?.exec(this.held)?.index;
    if (at !== undefined) {
      this.give(pieces, 'thought', at);
      this.held = this.held.slice(closing.length);
      this.open = null;
      this.isLineStart = true;
      this.wasThought = true;
      return true;
    }
    this.give(pieces, 'thought', this.held.length - partOf(closing, this.held));
    return false;
  }

  private readText(pieces: SentPiece[]): boolean {
    if (this.wasThought) this.held = this.held.trimStart();
    if (this.held === '') return false;
    if (this.isLineStart) {
      const open = OPENING.exec(this.held);
      if (open?.[1] !== undefined) {
        this.held = this.held.slice(open[0].length);
        this.open = open[1].toLowerCase();
        return true;
      }
      if (mayOpen(this.held)) return false;
    }
    this.wasThought = false;
    const line = this.held.indexOf('\n');
    const isWhole = line >= 0;
    this.give(pieces, 'text', isWhole ? line + 1 : this.held.length);
    this.isLineStart = isWhole;
    return true;
  }

  private give(pieces: SentPiece[], type: SentPiece['type'], length: number): void {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    if (text === '') return;
    const last = pieces.at(-1);
    if (last?.type === type) pieces[pieces.length - 1] = { type, text: last.text + text };
    else pieces.push({ type, text });
  }
}

function mayOpen(held: string): boolean {
  const begun = held
    .slice(0, 2 * LONGEST_TAG)
    .replace(/^[^\S\n]+/, '')
    .toLowerCase();
  if (begun === '') return held.length < LONGEST_TAG;
  return begun.length < LONGEST_TAG && NAMES.some((name) => `<${name}>`.startsWith(begun));
}

function partOf(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (tag.startsWith(text.slice(-length).toLowerCase())) return length;
  return 0;
}

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
