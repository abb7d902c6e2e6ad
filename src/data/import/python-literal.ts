/**
 * @file Python literals as `repr` of Python 2 and 3 writes them, without evaluating anything (The Python Language Reference,
 * 2.4 "Literals"): dicts, lists, tuples, sets, strings with their prefixes and escapes, numbers, None, True and False.
 */
import type { Json } from '../../core/json.ts';
import type { Reading } from '../../core/reply/generate.ts';

// Deeper than any data; a thousand brackets must not overflow the stack.
const DEEPEST = 64;
const NUMBER = /[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[lL]?/y;
const WORD = /[A-Za-z_]+/y;
const PREFIXED = /(?:[uUbBrR]{1,2})?('''|"""|'|")/y;
const BLANK = /[\s]*/y;
const WORDS: ReadonlyMap<string, Json> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
  ['\n', ''],
]);
const HEX_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

class Problem extends Error {}

/** Reads one literal as JSON: tuples and sets become lists, keys become texts. The problem names the position from 1. */
export function parsePythonLiteral(text: string): Reading<Json> {
  try {
    return { ok: true, value: new Parser(text).whole() };
  } catch (thrown) {
    if (thrown instanceof Problem) return { ok: false, problem: thrown.message };
    throw thrown;
  }
}

class Parser {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): Json {
    const value = this.value(0);
    this.skipBlank();
    if (this.at < this.text.length) this.fail('something follows the literal');
    return value;
  }

  private value(depth: number): Json {
    this.skipBlank();
    if (depth > DEEPEST) this.fail(`it is nested more than ${DEEPEST} deep`);
    const first = this.text[this.at];
    if (first === '{') return this.braces(depth + 1);
    if (first === '[') return this.list(']', depth + 1);
    if (first === '(') return this.list(')', depth + 1);
    const quote = this.match(PREFIXED);
    if (quote !== null) return this.string(quote);
    const number = this.match(NUMBER);
    if (number !== null) return this.number(number);
    const start = this.at;
    const word = this.match(WORD) ?? '';
    const value = WORDS.get(word);
    if (value !== undefined) return value;
    this.at = start;
    return this.fail('no literal begins');
  }

  private number(written: string): number {
    const value = Number(written.replace(/[lL_]/g, ''));
    return Number.isFinite(value) ? value : this.fail('a number is out of range');
  }

  private list(end: string, depth: number): Json[] {
    this.at += 1;
    const values: Json[] = [];
    while (!this.closes(end)) {
      values.push(this.value(depth));
      this.separator(end);
    }
    return values;
  }

  /** A dict, or a set where no colon follows the first value. */
  private braces(depth: number): Json {
    this.at += 1;
    const entries: [string, Json][] = [];
    const values: Json[] = [];
    while (!this.closes('}')) {
      const key = this.value(depth);
      this.skipBlank();
      if (this.text[this.at] === ':') {
        this.at += 1;
        entries.push([typeof key === 'string' ? key : JSON.stringify(key), this.value(depth)]);
      } else values.push(key);
      if (entries.length > 0 && values.length > 0) this.fail('a dict has a key without a value');
      this.separator('}');
    }
    // Not by assignment, so that a key such as __proto__ is a key.
    return values.length > 0 ? values : Object.fromEntries(entries);
  }

  private separator(end: string): void {
    this.skipBlank();
    const next = this.text[this.at];
    if (next === ',') this.at += 1;
    else if (next !== end) this.fail(`a comma or ${end} is missing`);
  }

  private closes(end: string): boolean {
    this.skipBlank();
    if (this.at >= this.text.length) this.fail(`${end} is missing`);
    if (this.text[this.at] !== end) return false;
    this.at += 1;
    return true;
  }

  private string(opening: string): string {
    const isRaw = /^[bu]?r/i.test(opening);
    const quote = opening.replace(/^[a-z]+/i, '');
    let value = '';
    while (this.at < this.text.length) {
      if (this.text.startsWith(quote, this.at)) {
        this.at += quote.length;
        return value;
      }
      const character = this.text.charAt(this.at);
      this.at += 1;
      if (character !== '\\') value += character;
      else if (isRaw) value += `\\${this.text.charAt(this.at++)}`;
      else value += this.escape();
    }
    return this.fail('a string has no end');
  }

  private escape(): string {
    const letter = this.text.charAt(this.at);
    this.at += 1;
    const plain = ESCAPES.get(letter);
    if (plain !== undefined) return plain;
    const length = HEX_LENGTHS.get(letter);
    if (length !== undefined) return this.character(this.text.slice(this.at, this.at + length), length);
    const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.at - 1, this.at + 2))?.[0];
    if (octal === undefined) return `\\${letter}`;
    this.at += octal.length - 1;
    return String.fromCodePoint(Number.parseInt(octal, 8));
  }

  private character(digits: string, length: number): string {
    const code = /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (digits.length < length || code < 0 || code > 0x10ffff) this.fail('an escape is not one of a character');
    this.at += length;
    return length === 4 ? String.fromCharCode(code) : String.fromCodePoint(code);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private skipBlank(): void {
    this.match(BLANK);
  }

  private fail(what: string): never {
    throw new Problem(`${what} at character ${this.at + 1}`);
  }
}
