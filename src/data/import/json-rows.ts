/**
 * @file Tables as JSON: one object a line (as JSON or, as in the oldest dumps of Amazon, as a Python literal), or one list or object of
 * objects.
 */
import { LabError } from '../../core/errors.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { Pace } from './import-progress.ts';
import { readLines } from './lines.ts';
import { parsePythonLiteral } from './python-literal.ts';
import { headOf, type MemberFile } from './source-files.ts';
import { fileName, type Reading } from './table.ts';

interface JsonRow {
  readonly line: number;
  readonly text: string;
  readonly value: JsonObject;
}

export type JsonLayout = 'lines' | 'whole';

// A product of Amazon may bring a page of HTML along.
const LONGEST_LINE = 16 * 1024 ** 2;
const LARGEST_WHOLE = 400 * 1024 ** 2;
const LONGEST_TEXT = 2000;
/** A whole number that a double may not hold. */
const LONG_NUMBER = /(?<![\d.])\d{16,}(?![\d.eE])/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[^"\d-]+/y;

/** A JSON value whose whole numbers keep their digits: those that a double cannot hold become texts. @throws SyntaxError */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!LONG_NUMBER.test(text)) return value;
  const exact: string[] = [];
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(text)?.[0]; token !== undefined; token = TOKENS.exec(text)?.[0]) {
    const isCut = /^-?\d+$/.test(token) && String(Number(token)) !== token;
    exact.push(isCut && token !== '-0' ? `"${token}"` : token);
  }
  return JSON.parse(exact.join('')) as Json;
}

function parseJsonRow(text: string): JsonObject | string {
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    const literal = parsePythonLiteral(text);
    if (literal === undefined) return 'neither JSON nor a Python literal';
    value = literal;
  }
  return isJsonObject(value) ? value : 'not an object';
}

const isScalar = (value: Json): boolean => value === null || typeof value !== 'object';

/** How a file that begins with a brace or a bracket holds its rows; null where it is no JSON of rows. */
export function jsonLayoutOf(head: string): JsonLayout | null {
  const lines = head
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  const start = lines.slice(0, 20).join('\n').trimStart();
  if (start.startsWith('[')) return /^\[\s*[[{\]]/.test(start) ? 'whole' : null;
  if (!start.startsWith('{')) return null;
  const row = parseJsonRow(first);
  const values = typeof row === 'string' ? [] : Object.values(row);
  if (values.some(isScalar) || (second !== undefined && values.length > 0)) return 'lines';
  return values.length > 1 || /^\{\s*"[^"]*"\s*:\s*[[{]/.test(start) ? 'whole' : 'lines';
}

/** What cannot be read goes to `reading.rejected`. @param use says why a row cannot be used */
export async function readJsonRows(
  member: MemberFile,
  layout: JsonLayout,
  reading: Reading,
  use: (row: JsonRow) => string | null,
): Promise<void> {
  const file = fileName(member);
  reading.pace.phase(`Reading ${file}`);
  const take = (line: number, text: string, value: JsonObject | string): void => {
    const fault = typeof value === 'string' ? value : use({ line, text: text.slice(0, LONGEST_TEXT), value });
    if (fault !== null) reading.rejected.add(file, line, fault, text === '' ? JSON.stringify(value) : text);
  };
  if (layout === 'lines') return readObjectLines(member, reading, take);
  const rows = await wholeRows(member, reading);
  for (const [index, value] of rows.entries()) {
    take(index + 1, '', value);
    if (index % 4096 === 0) await reading.pace.giveWay();
  }
  return reading.pace.did({ rows: rows.length });
}

/** The name under which a row of a keyed object has its key. */
export const KEY = 'key';

async function readObjectLines(
  member: MemberFile,
  { pace }: Reading,
  take: (line: number, text: string, value: JsonObject | string) => void,
): Promise<void> {
  const chunks = member.read((bytes) => pace.did({ bytes }));
  for await (const lines of readLines(chunks, 'utf-8', fileName(member), LONGEST_LINE)) {
    for (const { number, text } of lines) if (text.trim() !== '') take(number, text, parseJsonRow(text));
    pace.did({ rows: lines.length });
    await pace.giveWay();
  }
}

export async function readJsonFile(member: MemberFile, { pace }: Pick<Reading, 'pace'>): Promise<Json> {
  const file = fileName(member);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of member.read((bytes) => pace.did({ bytes }))) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LARGEST_WHOLE)
      throw new LabError('file-too-large', `${file} is one JSON value of more than 400 MiB; write it as JSON Lines.`, {
        file,
      });
    await pace.giveWay();
  }
  try {
    return parseJson((text + decoder.decode()).replace(/^\uFEFF/, ''));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new LabError('file-invalid', `${file} is not JSON: ${why}.`, { file }, { cause });
  }
}

const wholes = new WeakMap<MemberFile, Promise<readonly (JsonObject | string)[]>>();

function wholeRows(member: MemberFile, reading: Pick<Reading, 'pace'>): Promise<readonly (JsonObject | string)[]> {
  const known = wholes.get(member) ?? readJsonFile(member, reading).then(rowsOfWhole);
  wholes.set(member, known);
  return known;
}

/** Rows of a list, of a list in an object, or of an object by keys. */
function rowsOfWhole(whole: Json): readonly (JsonObject | string)[] {
  if (isJsonList(whole)) return whole.map(objectOr);
  if (!isJsonObject(whole)) return [];
  const list = Object.values(whole).find((value) => isJsonList(value) && isJsonObject(value[0]));
  if (isJsonList(list)) return list.map(objectOr);
  return Object.entries(whole).map(([key, row]) => (isJsonObject(row) ? { [KEY]: key, ...row } : 'not an object'));
}

const objectOr = (row: Json): JsonObject | string => (isJsonObject(row) ? row : 'not an object');

/** The objects at the beginning of a file, without those that are broken: by them it is recognised. */
export async function firstObjects(
  member: MemberFile,
  layout: JsonLayout,
  most: number,
): Promise<readonly JsonObject[]> {
  const head = new TextDecoder().decode(await headOf(member)).replace(/^\uFEFF/, '');
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows =
    layout === 'lines'
      ? lines.slice(0, most).map(parseJsonRow)
      : await wholeRows(member, { pace: new Pace(new AbortController().signal) });
  return rows.slice(0, most).filter((value) => typeof value !== 'string');
}
