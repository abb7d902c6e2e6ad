/** @file Reads what a tool left to be opened: SQL and rows where there are any, and everything as JSON. */
import type { SqlValue } from '../../../core/database.ts';
import { jsonList, jsonText, type Json } from '../../../core/json.ts';

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

type Members = { readonly [key: string]: Json };

const members = (value: Json): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
const cell = (value: Json): SqlValue =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);

/** Whose numbers a column holds, by its name or by what the statement calls so: `like_user_id AS id`. */
function numbersOf(column: string, sql: string): 'person' | 'item' | null {
  const renamed = /^\w{1,40}$/.test(column) ? new RegExp(`(\\w{1,40}) AS ${column}\\b`, 'i').exec(sql)?.[1] : undefined;
  const name = renamed ?? column;
  if (/(^|_)user_?id$/i.test(name)) return 'person';
  return /(^|_)item_?id$/i.test(name) ? 'item' : null;
}

function readTable(from: Members): Table | null {
  const columns = jsonList(from['columns']).map(jsonText);
  const sql = jsonText(from['sql']);
  if (columns.length === 0) return null;
  const rows = jsonList(from['rows']).map((row) => jsonList(row).map(cell));
  return {
    columns,
    rows,
    numbersOf: columns.map((name) => numbersOf(name, sql)),
    truncated: from['truncated'] === true,
  };
}

/** The objects of a list as a table, where all have the members of the first. */
function tableOfObjects(value: Json | undefined): Table | null {
  const objects = jsonList(value).map(members);
  const [first] = objects;
  if (first === undefined || first === null) return null;
  const columns = Object.keys(first);
  return {
    columns,
    rows: objects.map((one) => columns.map((name) => cell(one?.[name] ?? null))),
    numbersOf: columns.map((name) => numbersOf(name, '')),
    truncated: false,
  };
}

const queryOf = (from: Members): Query[] =>
  jsonText(from['sql']) === '' ? [] : [{ sql: jsonText(from['sql']), error: jsonText(from['error']) }];

const BUILT_IN: Readonly<Record<string, string>> = {
  'built-in/lexical': 'the lexical embedding (no language model)',
  'built-in/words': 'word vectors (distilled from MiniLM)',
};

/** Where a search looked, in words; empty for the catalogue's words. */
export function searchedWhere(detail: Json): string {
  const all = members(detail);
  if (all?.['source'] === 'wikipedia') return 'Wikipedia was asked, over the network.';
  if (all?.['source'] !== 'meaning') return '';
  const embedding = jsonText(all['embedding']);
  return `The catalogue was searched by meaning, with ${BUILT_IN[embedding] ?? embedding}.`;
}

/** Reads a tool's detail; what has an unknown shape is shown as JSON only. */
export function readToolDetail(detail: Json): ToolDetail {
  const all = members(detail);
  if (all === null) return { queries: [], table: null, rest: detail === null ? '' : JSON.stringify(detail, null, 2) };
  const nested = Object.values(all).flatMap((value) =>
    jsonList(value)
      .map(members)
      .filter((one) => one !== null),
  );
  const inner = Object.values(all)
    .map(members)
    .filter((one) => one !== null);
  const queries = [...nested.flatMap(queryOf), ...queryOf(all), ...inner.flatMap(queryOf)];
  const listed = Object.values(all)
    .map(tableOfObjects)
    .find((table) => table !== null && queries.length === 0);
  const table = [all, ...inner, ...nested.toReversed()].map(readTable).find((one) => one !== null) ?? listed ?? null;
  return { queries, table, rest: JSON.stringify(detail, null, 2) };
}
