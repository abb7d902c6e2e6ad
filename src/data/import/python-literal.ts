/**
 * @file Python literals as `repr` of Python 2 and 3 writes them, without evaluating anything (The Python Language Reference,
 * 2.4 "Literals"): dicts, lists, tuples, sets, strings with their prefixes and escapes, numbers, None, True and False. They are written
 * as JSON, and JSON's own reader checks what they hold.
 */
import type { Json } from '../../core/json.ts';

// Deeper than any data.
const DEEPEST = 64;
const TOKEN =
  /\s+|([uUbBrR]{0,2})('''|"""|'|")|([-+]?(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?))[lL]?|(None|True|False)|([[({\])},:])/y;
const CLOSINGS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const WORDS: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;
const PLAIN: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', a: '\x07', '\n': '' },
  ...{ '\\': '\\', "'": "'", '"': '"' },
};

/** One literal as JSON: tuples and sets become lists, keys become texts. Undefined for a text that is no literal. */
export function parsePythonLiteral(text: string): Json | undefined {
  try {
    return JSON.parse(asJson(text.trimEnd())) as Json;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}

interface Open {
  readonly start: number;
  readonly closing: string;
}

function asJson(text: string): string {
  const parts: string[] = [];
  const open: Open[] = [];
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const [token = '', prefix = '', quote, number, word, mark = ''] = TOKEN.exec(text) ?? [];
    if (token === '' || open.length > DEEPEST) throw new SyntaxError('no literal');
    at += token.length;
    if (quote !== undefined) {
      const end = endOfString(text, at, quote);
      parts.push(JSON.stringify(unescaped(text.slice(at, end), prefix)));
      at = end + quote.length;
    } else if (number !== undefined) parts.push(numberOf(number));
    else if (word !== undefined) parts.push(WORDS[word] ?? '');
    else if (CLOSINGS[mark] !== undefined) {
      open.push({ start: parts.length, closing: CLOSINGS[mark] });
      parts.push('[');
    } else if (mark === ',') parts.push(mark);
    else if (mark === ':') beginValue(parts, open.at(-1));
    else if (mark !== '') endMembers(parts, open.pop(), mark);
  }
  return parts.join('');
}

/** What stands before a colon is a key, and what is open is a dict. */
function beginValue(parts: string[], inner: Open | undefined): void {
  const key = parts.pop() ?? '';
  if (inner?.closing !== '}') throw new SyntaxError('a colon outside of a dict');
  parts[inner.start] = '{';
  parts.push(key.startsWith('"') ? key : JSON.stringify(key), ':');
}

function endMembers(parts: string[], inner: Open | undefined, mark: string): void {
  if (inner?.closing !== mark) throw new SyntaxError(`${mark} closes nothing`);
  const held = parts.length - 1 - inner.start;
  if (held === 0 && mark === '}') parts[inner.start] = '{';
  if (held > 1 && parts.at(-1) === ',') parts.pop();
  parts.push(parts[inner.start] === '{' ? '}' : ']');
}

function endOfString(text: string, start: number, quote: string): number {
  let end = start;
  while (end < text.length && !text.startsWith(quote, end)) end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) throw new SyntaxError('a string has no end');
  return end;
}

function unescaped(held: string, prefix: string): string {
  if (/^[bu]?r/i.test(prefix) || !held.includes('\\')) return held;
  return held.replace(ESCAPE, (whole, byte?: string, unit?: string, point?: string, octal?: string, plain = '') => {
    const hex = byte ?? unit ?? point;
    const code = Number.parseInt(hex ?? octal ?? '', hex === undefined ? 8 : 16);
    if (code > 0x10ffff || /[xuU]/.test(plain as string)) throw new SyntaxError('an escape of no character');
    return Number.isNaN(code) ? (PLAIN[plain as string] ?? whole) : String.fromCodePoint(code);
  });
}

/** A whole number that a double cannot hold stays the text that it was. */
function numberOf(written: string): string {
  const digits = written.replaceAll('_', '');
  const number = Number(digits);
  if (!Number.isFinite(number)) throw new SyntaxError('a number is out of range');
  const isCut = /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) && String(number) !== digits;
  return isCut ? `"${digits}"` : JSON.stringify(number);
}
