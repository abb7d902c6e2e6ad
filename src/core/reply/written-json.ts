/**
 * @file JSON as models write it: between words, with trailing commas, comments, raw line breaks in texts, curly quotes, and as Python writes it. These are mended, since
 * they leave one reading alone; nothing is ever closed, quoted or filled in, since a reply that was cut off must not be believed
 * (docs/decisions/2026-11-23-one-reader-of-replies.md). Time grows like the text, whatever it is.
 */
import type { Json } from '../json.ts';
import { unescaped } from './json-text.ts';
import { curlyQuotedAt } from './curly-quotes.ts';
import { LITERALS, singleQuotedAt, type OtherText } from './python-literals.ts';

/** A whole object or list. */
export interface WrittenValue {
  readonly value: Json;
  /** UTF-16 positions; `to` is behind its last bracket. */
  readonly from: number;
  readonly to: number;
  /** What had to be overlooked, in words; empty for JSON as the standard has it. */
  readonly mended: readonly string[];
}

/** An object that the text ends within. */
export interface CutObject {
  readonly from: number;
  /** Its whole members, in their order. */
  readonly members: Readonly<Record<string, Json>>;
  /** The member that the text ends within or directly after; null where it ends elsewhere. */
  readonly open: { readonly name: string; readonly text: string } | null;
}

/** What a text holds. */
export interface WrittenJson {
  /** Outermost values, in their order. */
  readonly values: readonly WrittenValue[];
  /** Comes after all values. */
  readonly cut: CutObject | { readonly from: number } | null;
  /** What is wrong with the first thing that begins like an object and is none, with its place; null if there is none. */
  readonly fault: string | null;
  /** True where the fault is directly behind a text, which a quotation mark within it may have closed. */
  readonly isBehindText: boolean;
  readonly isTooDeep: boolean;
}

/** Lists and objects within one another; a plan of a conversation has seven. */
export const DEEPEST = 64;

/** All objects and lists of a text that are not within one another. */
export function writtenJson(text: string): WrittenJson {
  const values: WrittenValue[] = [];
  const scanner = new Scanner(text);
  let fault: string | null = null;
  let isBehindText = false;
  for (let at = nextOpening(text, 0); at >= 0;) {
    const found = scanner.container(at);
    if (scanner.isTooDeep) return { values, cut: null, fault, isBehindText, isTooDeep: true };
    // All that follows is within what is never closed.
    if (scanner.isCut) return { values, cut: scanner.cut ?? { from: at }, fault, isBehindText, isTooDeep: false };
    if (found !== null) values.push(found);
    else if (text[at] === '{' && fault === null) [fault, isBehindText] = [scanner.fault, scanner.isBehindText];
    if (scanner.isExhausted) break;
    // An object that goes wrong is one all the same: what is within it is no reply.
    at = nextOpening(text, found?.to ?? Math.max(at + 1, scanner.readTo));
  }
  return { values, cut: null, fault, isBehindText, isTooDeep: false };
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** As often as a text may be read over again where what begins like JSON turns out to be none. */
const READINGS = 8;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What else may be wrong behind a text. */
const INNER_QUOTE = String.raw`, or a quotation mark within the text before is not written as \",`;
const NONE = Symbol('none');
type Maybe = Json | typeof NONE;
/** What stands before a place in an object or a list. */
type Before = 'opening' | 'value' | 'comma';

class Scanner {
  isTooDeep = false;
  /** True once the text ended within a value. */
  isCut = false;
  cut: CutObject | null = null;
  fault: string | null = null;
  isBehindText = false;
  /** How far an object came that went wrong after a member's name; 0 where nothing says that it is one. */
  readTo = 0;
  private readonly text: string;
  private readonly known = new Map<number, WrittenValue | null>();
  private mended = new Set<string>();
  private at = 0;
  private depth = 0;
  private work = 0;
  /** Of the text that the input ended within; null elsewhere. */
  private openText: string | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get isExhausted(): boolean {
    return this.work > READINGS * this.text.length + 1000;
  }

  /** The object or list that begins here; null if there is none. Each place is read once. */
  container(from: number): WrittenValue | null {
    const known = this.known.get(from);
    if (known !== undefined) return known;
    const outer = this.mended;
    const isOutermost = this.depth === 0;
    if (isOutermost) [this.fault, this.isBehindText, this.readTo] = [null, false, 0];
    this.mended = new Set();
    this.at = from;
    this.depth += 1;
    if (this.depth > DEEPEST) this.isTooDeep = true;
    const value = this.isTooDeep ? NONE : this.text[from] === '{' ? this.object(from, isOutermost) : this.list();
    this.depth -= 1;
    if (isOutermost) this.work += this.at - from;
    const found = value === NONE ? null : { value, from, to: this.at, mended: [...this.mended] };
    this.known.set(from, found);
    for (const one of this.mended) outer.add(one);
    this.mended = outer;
    return found;
  }

  private object(from: number, isOutermost: boolean): Maybe {
    const members: [string, Json][] = [];
    let hasName = false;
    const end = (name: string | null): typeof NONE => {
      if (isOutermost && hasName) this.readTo = this.at;
      if (this.isCut && isOutermost) {
        const open = name === null ? null : { name, text: this.openText ?? '' };
        this.cut = { from, members: Object.fromEntries(members), open };
      }
      return NONE;
    };
    this.at += 1;
    for (let before: Before = 'opening'; ;) {
      if (!this.blanks()) return end(null);
      if (this.text[this.at] === '}') {
        this.close(before);
        return Object.fromEntries(members);
      }
      const last = members.at(-1)?.[1];
      if (before === 'value') return this.failedBehind(last, 'a comma or } is missing', end);
      if (!this.isQuote()) return this.failedBehind(last, 'the name of a member is missing', end);
      const name = this.string();
      if (name === NONE) return end(null);
      if (!this.blanks()) return end(null);
      if (this.text[this.at] !== ':') return this.failed('a colon is missing', end);
      this.at += 1;
      hasName = true;
      this.openText = null;
      if (!this.blanks()) return end(name);
      const isText = this.isQuote();
      const value = this.value();
      if (value === NONE) return end(isText && this.openText !== null ? name : null);
      members.push([name, value]);
      if (!this.blanks()) {
        // Only the bracket behind a text that is closed is missing.
        this.openText = typeof value === 'string' ? value : null;
        return end(typeof value === 'string' ? name : null);
      }
      before = this.comma();
    }
  }

  private list(): Maybe {
    const entries: Json[] = [];
    this.at += 1;
    for (let before: Before = 'opening'; ;) {
      if (!this.blanks()) return NONE;
      if (this.text[this.at] === ']') {
        this.close(before);
        return entries;
      }
      if (before === 'value') return this.failedBehind(entries.at(-1), 'a comma or ] is missing');
      const value = this.value();
      if (value === NONE) return NONE;
      entries.push(value);
      if (!this.blanks()) return NONE;
      before = this.comma();
    }
  }

  /** Goes over the comma behind a value, where there is one. */
  private comma(): Before {
    if (this.text[this.at] !== ',') return 'value';
    this.at += 1;
    return 'comma';
  }

  /** Goes over a closing bracket. */
  private close(before: Before): void {
    this.at += 1;
    if (before === 'comma') this.mended.add('a comma before a bracket');
  }

  private value(): Maybe {
    const first = this.text[this.at];
    if (first === '{' || first === '[') {
      const found = this.container(this.at);
      if (found === null) return NONE;
      this.at = found.to;
      return found.value;
    }
    if (this.isQuote()) return this.string();
    for (const [written, value] of LITERALS) {
      // What the text ends with may be the beginning of one.
      const isBegun = this.text.length - this.at < written.length && written.startsWith(this.text.slice(this.at));
      if (isBegun) this.isCut = true;
      if (this.text.startsWith(written, this.at)) {
        this.at += written.length;
        if (/^[A-Z]/.test(written)) this.mended.add(`${written}, as Python writes it`);
        return value;
      }
    }
    NUMBER.lastIndex = this.at;
    const number = NUMBER.exec(this.text)?.[0];
    if (this.isCut || (this.at === this.text.length - 1 && first === '-')) {
      this.isCut = true;
      return NONE;
    }
    if (number === undefined) return this.failed('a value is missing');
    this.at += number.length;
    // A number that the text ends with may have gone on.
    if (this.at === this.text.length) this.isCut = true;
    return this.isCut ? NONE : Number(number);
  }

  private isQuote(): boolean {
    return /["'“]/.test(this.text[this.at] ?? '');
  }

  private quotedOtherwise(how: 'single' | 'curly', found: OtherText): string | typeof NONE {
    this.isCut ||= found === 'cut';
    if (found === 'cut' || found === null) return this.failed(`a text in ${how} quotes leaves doubt where it ends`);
    this.at = found.to;
    this.mended.add(`${how} quotes around a text`);
    return found.value;
  }

  private string(): string | typeof NONE {
    if (this.text[this.at] === "'") return this.quotedOtherwise('single', singleQuotedAt(this.text, this.at));
    if (this.text[this.at] === '“')
      return this.quotedOtherwise('curly', curlyQuotedAt(this.text, this.at, this.mended));
    const from = this.at + 1;
    let isPlain = true;
    for (let at = from; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === 0x22) {
        this.at = at + 1;
        const inside = this.text.slice(from, at);
        const read = isPlain ? inside : unescaped(inside, this.mended);
        return read ?? this.failed('a text holds an escape that JSON does not know');
      }
      if (code === 0x5c) {
        isPlain = false;
        at += 1;
      } else if (code < 0x20) isPlain = false;
    }
    this.at = this.text.length;
    this.isCut = true;
    // An escape that was cut in two is left out; an escaped backslash is a whole one, whatever follows it.
    const rest = this.text.slice(from).replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, '$1');
    this.openText = unescaped(rest, this.mended) ?? null;
    return NONE;
  }

  /** Goes over blanks and comments; false where the text ends. */
  private blanks(): boolean {
    for (; this.at < this.text.length; this.at += 1) {
      const one = this.text[this.at];
      if (one === '/') {
        const isLine = this.text[this.at + 1] === '/';
        if (!isLine && this.text[this.at + 1] !== '*') return true;
        const end = isLine ? this.text.indexOf('\n', this.at) : this.text.indexOf('*/', this.at + 2);
        if (end < 0) break;
        this.mended.add('a comment');
        this.at = isLine ? end : end + 1;
      } else if (one !== ' ' && one !== '\n' && one !== '\r' && one !== '\t') return true;
    }
    this.at = this.text.length;
    this.isCut = true;
    return false;
  }

  private failedBehind(last: Json | undefined, what: string, end?: (name: null) => typeof NONE): typeof NONE {
    const isBehindText = typeof last === 'string';
    if (this.fault === null && !this.isCut) this.isBehindText = isBehindText;
    return this.failed(isBehindText ? `${what}${INNER_QUOTE}` : what, end);
  }

  private failed(what: string, end?: (name: null) => typeof NONE): typeof NONE {
    if (!this.isCut) this.fault ??= `${what} at character ${this.at + 1}, before ${this.next()}`;
    return end?.(null) ?? NONE;
  }

  private next(): string {
    const rest = this.text.slice(this.at, this.at + 20).trim();
    const shown = rest.replaceAll(/\s+/g, ' ');
    // A quotation mark around quotation marks would be taken for one of them.
    return rest === '' ? 'its end' : /[“”]/.test(rest) ? `\`${shown}\`` : `“${shown}”`;
  }
}
