/** @file The candidates of a ranking task as a table that statements may name, so that a question need not list a hundred ids. */
import { sqlTokens } from '../data/database/sql-tokens.ts';

const NAME = 'candidates';

/** The schema with the table after the others, which what is said of statements follows; as it is where the task has no candidates. */
export function schemaWithCandidates(schema: string, candidates: readonly number[]): string {
  if (candidates.length === 0) return schema;
  const line = `${NAME}(item_id): the ${String(candidates.length)} items that the problem chooses from, one in each row\n`;
  const end = schema.lastIndexOf('\n') + 1;
  return `${schema.slice(0, end)}${line}${schema.slice(end)}`;
}

/** The statement with the table before it, where it names the table and does not make one of that name itself. */
export function withCandidates(sql: string, candidates: readonly number[]): string {
  const tokens = sqlTokens(sql);
  const isNamed = tokens.some(({ kind, value }) => kind === 'name' && value === NAME);
  const isMade = tokens.some(({ value }, at) => value === NAME && isDefinition(tokens, at));
  if (candidates.length === 0 || !isNamed || isMade) return sql;
  const table = `${NAME}(item_id) AS (VALUES ${candidates.map((id) => `(${String(id)})`).join(', ')})`;
  const begins = /^\s*with\s+(recursive\s+)?/i.exec(sql);
  if (begins === null) return `WITH ${table} ${sql}`;
  return `WITH ${begins[1] ?? ''}${table}, ${sql.slice(begins[0].length)}`;
}

/** `WITH candidates AS (…`, or `, candidates (item_id) AS (…`. */
function isDefinition(tokens: readonly { readonly value: string }[], at: number): boolean {
  const before = tokens[at - 1]?.value;
  if (before !== 'with' && before !== 'recursive' && before !== ',') return false;
  let next = at + 1;
  if (tokens[next]?.value === '(') while (next < tokens.length && tokens[next]?.value !== ')') next += 1;
  if (tokens[next]?.value === ')') next += 1;
  return tokens[next]?.value === 'as' && tokens[next + 1]?.value === '(';
}
