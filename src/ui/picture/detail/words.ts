/** @file Words of the detail beside a picture. */
import type { SqlValue } from '../../../core/database.ts';
import type { Found } from '../../../core/found.ts';
import type { Names } from '../../../trace/names.ts';
import { isJsonObject, jsonList, jsonMember, jsonText, type Json, type JsonObject } from '../../../core/json.ts';
import type { Stage } from '../../pages/plan/stage.svelte.ts';
import type { Provenance } from '../../../core/language-model.ts';

export const DETAIL = {
  /** @param cut what ended the run before it was done; null where it goes on */
  noAnswer: (cut: string | null): string => (cut === null ? 'There is no answer yet.' : `There is no answer: ${cut}.`),
  toolStillAsked: (cut: string | null): string =>
    cut === null ? 'No answer from the tool yet.' : `No answer from the tool: ${cut}.`,
  labsQuestion: 'The question, the SQL and the sentence are the lab’s.',
  rowsLeftOut: 'Rows past the limit were left out by the database.',
  plannerCannotKnow: 'The planner cannot know.',
  keptByCritic: 'Kept by the critic:',
  linkToState: 'Link to this state, in this browser',
};

/** What ended a run before it was done, once all of it is shown: `the run was stopped`; null where it goes on, or is done. */
export function cutShort(stage: Stage, run: number): string | null {
  const end = stage.runs[run]?.grown.end ?? null;
  if (end === null || end.outcome === 'done' || end.seq > stage.positionOf(run)) return null;
  return end.outcome === 'aborted' ? 'the run was stopped' : 'the run failed';
}

/** The engine of a model, where it computes, with what numbers, and which revision of the model it is. */
export const engineInWords = ({ engine, device, dtype, revision }: Provenance): string =>
  [engine, device, dtype, revision?.slice(0, 12)].filter(Boolean).join(', ');

/** Rows to be shown as a table, with names for the numbers of people and items. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  readonly truncated: boolean;
}

export interface Query {
  readonly sql: string;
  readonly error: string;
}

export interface ToolDetail {
  readonly queries: readonly Query[];
  readonly table: Table | null;
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

function tableOf({ columns, rows }: Found, detail: Json, names: Names): Table | null {
  if (columns.length === 0) return null;
  const sql = jsonText(jsonMember(detail, 'sql'));
  const whose = columns.map((name) => numbersOf(name, sql));
  const named = (value: SqlValue, at: number): SqlValue => {
    const of = whose[at] ?? null;
    return of === null || typeof value !== 'number' ? value : (names[of](value) ?? value);
  };
  return {
    columns: columns.map((name, at) => whose[at] ?? name.replaceAll('_', ' ')),
    rows: rows.map((row) => row.map(named)),
    truncated: jsonMember(detail, 'truncated') === true,
  };
}

const written = (detail: Json, found: Found | null): string =>
  detail === null && found === null ? '' : JSON.stringify({ ...(found && { found }), detail }, null, 2);

/** Reads a tool's result: statements that failed come before the one that did not. */
export function readToolDetail(detail: Json, found: Found | null, names: Names): ToolDetail {
  const queries = [...jsonList(jsonMember(detail, 'failed')), detail].filter(isJsonObject).flatMap(queryOf);
  return { queries, table: found && tableOf(found, detail, names), rest: written(detail, found) };
}
