/** @file A message as linked tokens: titles, values, numbers, years and words. What a rule took is marked, so that no other takes it. */
import type { WrittenTitle } from './titles.ts';

/** A value in the message. */
export interface Spot {
  readonly start: number;
  readonly end: number;
  readonly attribute: string;
  readonly values: readonly string[];
  readonly isPlural: boolean;
  readonly written: string;
  /** A mood that is read as a value. */
  readonly isVague?: boolean;
  /** Values that the mood cannot stand. */
  readonly avoids?: readonly string[];
  /** A kind that the catalogue does not have: it is looked for by meaning, among the values that are nearest to it. */
  readonly isUnknown?: boolean;
}

/** A word, or what the linker or a number makes of several. */
export interface Token {
  /** As rules write it: `T`, `V`, `N`, `Y` and `D` before its place for what is no word. */
  readonly code: string;
  /** UTF-16 positions in the message. */
  readonly start: number;
  readonly end: number;
  readonly title?: WrittenTitle;
  readonly spot?: Spot;
  /** A number, a year, or the first year of a decade. */
  readonly number?: number;
}

/** What a rule took. */
export interface Taken {
  /** Places of tokens; `to` is not in it. */
  readonly from: number;
  readonly to: number;
  /** The words that it took. */
  readonly words: string;
  /** The words of a part, and its tokens. */
  readonly part: (name: string) => string | undefined;
  readonly tokens: (name: string) => readonly Token[];
}

const TAKEN = '_';

/** A message that is being read. */
export class Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  private readonly codes: string[];

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.tokens = tokens;
    this.codes = tokens.map(({ code }) => code);
  }

  /** What is not taken yet of some tokens; each token ends with a space. */
  rest(from = 0, to = this.codes.length): string {
    return this.codes.slice(from, to).reduce((all, code) => `${all}${code} `, '');
  }

  /** The first place where a rule fits. */
  find(rule: RegExp, from = 0): Taken | null {
    const rest = this.rest(from);
    const match = rule.exec(rest);
    if (match === null) return null;
    const placeOf = (text: string): number => from + text.split(' ').length - 1;
    const [start, end] = [placeOf(rest.slice(0, match.index)), placeOf(rest.slice(0, match.index + match[0].length))];
    const groups = match.groups ?? {};
    const code = /^[TVNYD]\d+$/u;
    const tokens = (name: string): readonly Token[] =>
      (groups[name] ?? '').split(' ').flatMap((one) => (code.test(one) ? this.tokens[Number(one.slice(1))]! : []));
    return { from: start, to: end, words: match[0].trim(), part: (name) => groups[name]?.trim(), tokens };
  }

  /** Whether a rule fits anywhere. */
  has(rule: RegExp): boolean {
    return this.find(rule) !== null;
  }

  take(rule: RegExp): Taken | null {
    const found = this.find(rule);
    if (found !== null) this.consume(found);
    return found;
  }

  takeAll(rule: RegExp): Taken[] {
    const all: Taken[] = [];
    for (let found = this.take(rule); found !== null && found.to > found.from; found = this.take(rule)) all.push(found);
    return all;
  }

  consume({ from, to }: Pick<Taken, 'from' | 'to'>): void {
    for (let at = from; at < to; at += 1) this.codes[at] = TAKEN;
  }

  /** The message with its titles left out, at the same positions. */
  untitled(): string {
    return this.tokens.reduce(
      (text, { title, start, end }) =>
        title === undefined ? text : `${text.slice(0, start)}${'·'.repeat(end - start)}${text.slice(end)}`,
      this.text,
    );
  }

  /** As it is written. */
  written({ from, to }: Pick<Taken, 'from' | 'to'>): string {
    return this.text.slice(this.tokens[from]?.start ?? 0, this.tokens[to - 1]?.end ?? 0);
  }

  /** Runs of words that no rule took, as they are written, in small letters. */
  leftovers(): string[] {
    const runs: string[] = [];
    let from = 0;
    for (let at = 0; at <= this.codes.length; at += 1) {
      const isWord = /^[\p{L}\p{N}']/u.test(this.codes[at] ?? '') && !/^[TV]\d/u.test(this.codes[at] ?? '');
      if (isWord) continue;
      if (at > from) runs.push(this.written({ from, to: at }).toLowerCase().replaceAll(/\s+/gu, ' '));
      from = at + 1;
    }
    return runs;
  }
}
