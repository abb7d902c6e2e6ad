/** @file Reads what a tool left to be opened: SQL and rows where there are any, and everything as JSON. */
import type { SqlValue } from '../../../core/database.ts';
import type { Found } from '../../../core/found.ts';
import { isJsonObject, jsonList, jsonMember, jsonText, type Json, type JsonObject } from '../../../core/json.ts';

/** Rows to be shown as a table. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** By column, whose numbers they are. */
  readonly numbersOf: readonly ('person' | 'item' | null)[];
  readonly truncated: boolean;
}

/** A statement and, where it failed, how. */
export interface Query {
  readonly sql: string;
  readonly error: string;
}

/** What is known of a tool's work. */
export interface ToolDetail {
  readonly queries: readonly Query[];
  readonly table: Table | null;
  /** As JSON, empty where there is nothing. */
  readonly rest: string;
}

/** Whose numbers a column holds, by its name or by what the statement calls so: `like_user_id AS id`. */
function numbersOf(column: string, sql: string): 'person' | 'item' | null {
  const renamed = /^\w{1,40}$/.test(column) ? new RegExp(`(\\w{1,40}) AS ${column}\\b`, 'i').exec(sql)?.[1] : undefined;
  const name = renamed ?? column;
  if (/(^|_)user_?id$/i.test(name)) return 'person';
  return /(^|_)item_?id$/i.test(name) ? 'item' : null;
}

const queryOf = (from: JsonObject): Query[] =>
  jsonText(from['sql']) === '' ? [] : [{ sql: jsonText(from['sql']), error: jsonText(from['error']) }];

const BUILT_IN: Readonly<Record<string, string>> = {
  'built-in/lexical': 'the lexical embedding (no language model)',
  'built-in/words': 'word vectors (distilled from MiniLM)',
};

/** Where a search looked, in words; empty for the catalogue's words. */
export function searchedWhere(detail: Json): string {
  const source = jsonMember(detail, 'source');
  if (source === 'wikipedia') return 'Wikipedia was asked, over the network.';
  if (source !== 'meaning') return '';
  const embedding = jsonText(jsonMember(detail, 'embedding'));
  return `The catalogue was searched by meaning, with ${BUILT_IN[embedding] ?? embedding}.`;
}

/** Rows that were found, with those that were left out of them. */
function tableOf({ columns, rows }: Found, detail: Json): Table | null {
  if (columns.length === 0) return null;
  const sql = jsonText(jsonMember(detail, 'sql'));
  const truncated = jsonMember(detail, 'truncated') === true;
  return { columns, rows, numbersOf: columns.map((name) => numbersOf(name, sql)), truncated };
}

const written = (detail: Json, found: Found | null): string =>
  detail === null && found === null ? '' : JSON.stringify({ ...(found && { found }), detail }, null, 2);

/** Reads a tool's result: statements that failed come before the one that did not. */
export function readToolDetail(detail: Json, found: Found | null): ToolDetail {
  const queries = [...jsonList(jsonMember(detail, 'failed')), detail].filter(isJsonObject).flatMap(queryOf);
  return { queries, table: found && tableOf(found, detail), rest: written(detail, found) };
}
