/**
 * @file Python literals as `repr` of Python 2 and 3 writes them, without evaluating anything (The Python Language Reference,
 * 2.4 "Literals"): dicts, lists, tuples, sets, strings with their prefixes and escapes, numbers, None, True and False.
 */
import type { Json } from '../../core/json.ts';
import type { Reading } from '../../core/reply/generate.ts';

// Deeper than any data; a thousand brackets must not overflow the stack.
const DEEPEST = 64;
const BLANK = /\s*/y;
const NUMBER = /[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[lL]?/y;
const WORD = /None|True|False/y;
const OPENING = /(?:[uUbBrR]{1,2})?('''|"""|'|")/y;
const CLOSINGS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const WORDS: Readonly<Record<string, Json>> = { None: null, True: true, False: false };
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;
const PLAIN: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', a: '\x07', '\n': '' },
  ...{ '\\': '\\', "'": "'", '"': '"' },
};

class Problem extends Error {}

interface Place {
  readonly text: string;
  at: number;
}

/** Reads one literal as JSON: tuples and sets become lists, keys become texts. The problem names the position from 1. */
export function parsePythonLiteral(text: string): Reading<Json> {
  const place: Place = { text, at: 0 };
  try {
    const value = valueAt(place, 0);
    match(place, BLANK);
    if (place.at < text.length) fail('something follows the literal', place);
    return { ok: true, value };
  } catch (thrown) {
    if (thrown instanceof Problem) return { ok: false, problem: thrown.message };
    throw thrown;
  }
}

function fail(what: string, { at }: Place): never {
  throw new Problem(`${what} at character ${at + 1}`);
}

function match(place: Place, pattern: RegExp): string | null {
  pattern.lastIndex = place.at;
  const found = pattern.exec(place.text)?.[0] ?? null;
  place.at += found?.length ?? 0;
  return found;
}

function valueAt(place: Place, depth: number): Json {
  match(place, BLANK);
  if (depth > DEEPEST) fail(`it is nested more than ${DEEPEST} deep`, place);
  const closing = CLOSINGS[place.text[place.at] ?? ''];
  if (closing !== undefined) return membersAt(place, closing, depth + 1);
  const opening = match(place, OPENING);
  if (opening !== null) return stringAt(place, opening);
  const number = match(place, NUMBER);
  if (number !== null) return numberOf(number, place);
  const word = match(place, WORD);
  return word === null ? fail('no literal begins', place) : (WORDS[word] ?? null);
}

/** A list, or a dict where a colon follows the first value in braces. */
function membersAt(place: Place, closing: string, depth: number): Json {
  const { text } = place;
  const values: Json[] = [];
  const entries: [string, Json][] = [];
  place.at += 1;
  for (match(place, BLANK); text[place.at] !== closing; match(place, BLANK)) {
    if (place.at >= text.length) fail(`${closing} is missing`, place);
    const one = valueAt(place, depth);
    match(place, BLANK);
    if (closing === '}' && text[place.at] === ':') {
      place.at += 1;
      entries.push([typeof one === 'string' ? one : JSON.stringify(one), valueAt(place, depth)]);
    } else values.push(one);
    if (entries.length > 0 && values.length > 0) fail('a dict has a key without a value', place);
    match(place, BLANK);
    if (text[place.at] === ',') place.at += 1;
    else if (text[place.at] !== closing) fail(`a comma or ${closing} is missing`, place);
  }
  place.at += 1;
  // Not by assignment, so that a key such as __proto__ is a key.
  return closing !== '}' || values.length > 0 ? values : Object.fromEntries(entries);
}

function stringAt(place: Place, opening: string): string {
  const { text } = place;
  const quote = opening.replace(/^[a-z]+/i, '');
  const start = place.at;
  while (place.at < text.length && !text.startsWith(quote, place.at)) place.at += text[place.at] === '\\' ? 2 : 1;
  if (place.at >= text.length) fail('a string has no end', { ...place, at: text.length });
  const held = text.slice(start, place.at);
  place.at += quote.length;
  if (/^[bu]?r/i.test(opening) || !held.includes('\\')) return held;
  return held.replace(
    ESCAPE,
    (whole, byte?: string, unit?: string, point?: string, octal?: string, plain: string = '') => {
      const hex = byte ?? unit ?? point;
      const code = Number.parseInt(hex ?? octal ?? '', hex === undefined ? 8 : 16);
      if (code > 0x10ffff || /[xuU]/.test(plain)) fail('an escape is not one of a character', place);
      return Number.isNaN(code) ? (PLAIN[plain] ?? whole) : String.fromCodePoint(code);
    },
  );
}

/** A whole number that a double cannot hold stays the text that it was. */
function numberOf(written: string, place: Place): number | string {
  const digits = written.replace(/[lL_]/g, '');
  const number = Number(digits);
  if (/^-?\d+$/.test(digits) && !Number.isSafeInteger(number) && String(number) !== digits) return digits;
  return Number.isFinite(number) ? number : fail('a number is out of range', place);
}
