/** @file JSON Lines, row by row: one object a line, as JSON or, as in the oldest dumps of Amazon, as a Python literal. */
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { readLines } from './lines.ts';
import { parsePythonLiteral } from './python-literal.ts';
import { firstLines, type MemberFile } from './source-files.ts';
import { fileName, type Reading } from './table.ts';

/** A line that holds an object. */
export interface JsonRow {
  readonly line: number;
  readonly text: string;
  readonly value: JsonObject;
}

// A product of Amazon may bring a page of HTML along.
const LONGEST_LINE = 16 * 1024 ** 2;
const LOOKED_AT = 5;

/** The object of a line, or why it is none. */
export function parseJsonRow(text: string): JsonObject | string {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const literal = parsePythonLiteral(text);
    if (!literal.ok) return 'neither JSON nor a Python literal';
    value = literal.value;
  }
  return isJsonObject(value) ? value : 'not an object';
}

/**
 * Goes through the rows in order. Empty lines are passed over, and what cannot be read goes to `reading.rejected`.
 * @param use takes a row, and says why where the row cannot be used
 * @throws LabError `file-invalid` for a line of more than 16 MiB
 */
export async function readJsonLines(
  member: MemberFile,
  { pace, rejected }: Reading,
  use: (row: JsonRow) => string | null,
): Promise<void> {
  const file = fileName(member);
  pace.phase(`Reading ${file}`);
  const chunks = member.read((bytes) => pace.did({ bytes }));
  for await (const lines of readLines(chunks, 'utf-8', file, LONGEST_LINE)) {
    let rows = 0;
    for (const { number, text, decodable } of lines) {
      if (text.trim() === '') continue;
      const value = decodable ? parseJsonRow(text) : 'undecodable bytes';
      const fault = typeof value === 'string' ? value : use({ line: number, text, value });
      if (fault !== null) rejected.add(file, number, fault, text);
      rows += 1;
    }
    pace.did({ rows });
    await pace.giveWay();
  }
}

/** The objects of the first lines, broken lines left out: what a file is recognised by. */
export async function firstObjects(member: MemberFile): Promise<readonly JsonObject[]> {
  const lines = (await firstLines(member)).slice(0, LOOKED_AT);
  return lines.map(parseJsonRow).filter((value) => typeof value !== 'string');
}

/**
 * The files one of whose first lines has all the keys and none of the others, by their paths: numbers of ids must not depend
 * on the order in which files were dropped.
 */
export async function membersWithKeys(
  members: readonly MemberFile[],
  keys: readonly string[],
  without: readonly string[] = [],
): Promise<readonly MemberFile[]> {
  const fits = (value: JsonObject): boolean =>
    keys.every((key) => key in value) && !without.some((key) => key in value);
  const found: MemberFile[] = [];
  for (const member of members) if ((await firstObjects(member)).some(fits)) found.push(member);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
