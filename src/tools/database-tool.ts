/**
 * @file The Database tool (RecMind, section 3): a question → SQL by the model, given the schema → rows behind the guard →
 * a sentence by the model. A query that fails becomes an observation with the error, after one repair was tried.
 */
import type { Database, QueryResult } from '../core/database.ts';
import { LabError } from '../core/errors.ts';
import { foundIn, type About, type Found } from '../core/found.ts';
import { generateValue, type Reading } from '../core/reply/generate.ts';
import type { Json } from '../core/json.ts';
import { readWords } from '../core/reply/read-words.ts';
import { replyTokens } from '../core/reply/limits.ts';
import type { RunContext } from '../core/run-context.ts';
import type { Tool, ToolResult } from '../core/recommender.ts';
import { holdsTo, sentenceMessages, sqlMessages } from './database-prompts.ts';
import { hasHeadings, fitToContext } from './text-budget.ts';
import { knownAttributes } from './known-attributes.ts';
import { titleSql, type PreparedQuestion } from './prepared/prepared-question.ts';
import { questionsOf } from './prepared/questions-of.ts';
import { resolveQuestion } from './queries/texts.ts';
import { replySchema, z, textArgument } from './schema.ts';
import { sqlTokens } from '../data/database/sql-tokens.ts';
import { readReply } from '../core/reply/read-reply.ts';

const BEGINS = String.raw`(?:select\b|with\s+(?:recursive\s+)?\w+(?:\s*\([^()]*\))?\s+as\b)`;

const FENCED = new RegExp(String.raw`\`\`\`(?:sql(?:ite)?)?\s*(${BEGINS}[^\`]*)\`\`\``, 'i');

const BARE = new RegExp(String.raw`^\s*${BEGINS}[\s\S]*$`, 'i');

/** What is written in place of a statement is told as far as it is no longer than this: a model may say why there is none. */
const LONGEST_WORDS = 200;

/** SQL as asked for, or, with a note, as models like to write it: bare, between fences, or with words around it. */
export function readSql(text: string, isCut = false): Reading<{ readonly sql: string }> {
  const written = FENCED.exec(text)?.[1] ?? (isCut ? undefined : BARE.exec(text)?.[0]);
  if (written !== undefined)
    return { ok: true, value: { sql: written.trim() }, note: 'SQL without the JSON around it' };
  const reading = readReply(text, SQL_SCHEMA, { isCut });
  if (reading.ok) return { ...reading, value: { sql: reading.value.sql.trim() } };
  const said = text.trim().replaceAll(/\s+/g, ' ');
  return text.includes('{') || said === '' || said.length > LONGEST_WORDS
    ? reading
    : { ok: false, problem: `it holds no SQL; it says: ${said.replace(/\.$/, '')}` };
}

const TEXTS_AND_COMMENTS = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;

const NUMBERS = String.raw`\(?\s*(-?\d+(?:\s*,\s*-?\d+)*)`;

const NAMED = new RegExp(
  String.raw`\b(?:\w*_)?(user|item)_?id["\`\]]?\s*(?:=|==|is|in)\s*${NUMBERS}|(-?\b\d+)\s*==?\s*(?:\w+\.)?(?:\w*_)?(user|item)_?id\b`,
  'gi',
);

/** Ids that are compared with a column of users or of items, each once, in the order of the statement. */
export function idsInSql(sql: string): Pick<About, 'users' | 'items'> {
  const users = new Set<number>();
  const items = new Set<number>();
  // A number in quotes is compared as a number; other texts name nobody.
  const bare = sql.replaceAll(TEXTS_AND_COMMENTS, (text) => (/^'-?\d+'$/.test(text) ? text.slice(1, -1) : ' '));
  for (const [, of, listed, single, behind] of bare.matchAll(NAMED)) {
    const ids = (listed ?? single ?? '').split(',').map(Number).filter(Number.isSafeInteger);
    for (const id of ids) ((of ?? behind)?.toLowerCase() === 'user' ? users : items).add(id);
  }
  return { users: [...users], items: [...items] };
}

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

const SQL_REPLY = z.object({ sql: z.string().check(z.trim(), z.minLength(1)) });
const SQL_SCHEMA = replySchema(SQL_REPLY);
const QUESTION = textArgument(
  'question',
  'A question in plain words, with the ids of the people and items it is about.',
);

interface FailedStatement {
  readonly sql: string;
  readonly error: string;
  /** Left out unless it took longer than the limit. */
  readonly timedOut?: true;
}

const asJson = (failed: readonly FailedStatement[]): Json => failed.map((one) => ({ ...one }));

interface Attempt {
  readonly sql: string;
  readonly outcome: QueryResult | Omit<FailedStatement, 'sql'>;
}

/** How a planner is told of the rows: in a sentence by the model, or, where they are few, as they are. */
export type RowTelling = 'sentence' | 'rows';

/** More rows are told by the model whatever was chosen. */
export const MOST_ROWS_AS_THEY_ARE = 40;

export function databaseTool(database: Database, observations: RowTelling = 'sentence'): Tool {
  const headings = hasHeadings(database) ? ' and with which review titles (headings)' : '';
  const tool: Tool = {
    name: 'database',
    description:
      `answers one question in words: who rated what, when and how, in which reviews${headings}; means and numbers of ratings; people of ` +
      `similar taste; items that are rated alike or by the same people; ${knownAttributes(database)}`,
    parameters: QUESTION.parameters,
    async execute(args, context) {
      const input = QUESTION.read(args);
      if ('failure' in input) return input.failure;
      const question = input.text;
      const first = await attempt(database, question, null, context);
      if (first.ok && !('error' in first.value.outcome))
        return tell(database, question, first.value, { failed: [], observations }, context);
      // A reply without SQL had its second chance when it was read.
      if (!first.ok)
        return failure(database, question, `No SQL could be read from the model's reply: ${first.problem}.`, []);
      const failed = failedOf(first.value);
      const second = await attempt(database, question, failed, context);
      if (!second.ok) return failure(database, question, `The query failed: ${failed.error}`, [failed]);
      if ('error' in second.value.outcome) {
        const repair = failedOf(second.value);
        return failure(database, question, `The query failed: ${repair.error}`, [failed, repair]);
      }
      return tell(database, question, second.value, { failed: [failed], observations }, context);
    },
    offer: (task) =>
      questionsOf(task).map((prepared) => ({
        name: prepared.name,
        tool: { ...tool, execute: async () => answerPrepared(database, prepared) },
        input: prepared.question,
        gives: prepared.gives,
        isKnown: prepared.isKnown === true,
      })),
  };
  return tool;
}

/** No model is asked, neither for the statement nor for the sentence. */
function answerPrepared(database: Database, { name, question, sql, tell: inWords }: PreparedQuestion): ToolResult {
  const { columns, rows, truncated } = database.query(sql);
  const observation = rows.length === 0 ? `Nothing is on record for: ${question}` : inWords(rows);
  const found = foundIn(name, aboutOf(database, sql), { columns, rows });
  return { observation, found, detail: { prepared: true, sql, truncated, failed: [] }, failed: false };
}

const nameOf = (question: string): string | null => resolveQuestion(question)?.query.name ?? null;

function aboutOf(database: Database, sql: string): About {
  const about = idsInSql(sql);
  const [only] = about.items.length === 1 ? about.items : [];
  if (only === undefined) return about;
  const title = database.query(`SELECT ${titleSql('i')} FROM items i WHERE i.item_id = ${String(only)}`).rows[0]?.[0];
  return typeof title === 'string' ? { ...about, title } : about;
}

const failedOf = ({ sql, outcome }: Attempt): FailedStatement =>
  'error' in outcome ? { sql, ...outcome } : { sql, error: '' };

function failure(
  database: Database,
  question: string,
  observation: string,
  failed: readonly FailedStatement[],
): ToolResult {
  const about = aboutOf(database, failed.at(-1)?.sql ?? '');
  const found: Found = { query: nameOf(question), about, value: null, support: 0, columns: [], rows: [] };
  return { observation, found, detail: { failed: asJson(failed) }, failed: true };
}

async function attempt(
  database: Database,
  question: string,
  before: FailedStatement | null,
  context: RunContext,
): Promise<Reading<Attempt>> {
  const { candidates = [] } = context;
  const schema = schemaWithCandidates(database.schema, candidates);
  const failed = before && { sql: before.sql, error: before.error };
  const reading = await generateValue(
    context,
    {
      messages: sqlMessages(question, schema, failed),
      purpose: { type: 'sql', question, schema, failed },
      seed: context.random.fork(failed === null ? 'sql' : 'sql repair').integer(2 ** 32),
      temperature: 0,
      maxTokens: replyTokens('sql', context),
      responseSchema: SQL_SCHEMA,
    },
    readSql,
  );
  if (!reading.ok) return reading;
  const { sql } = reading.value;
  try {
    return { ok: true, value: { sql, outcome: await database.ask(withCandidates(sql, candidates), context.signal) } };
  } catch (thrown) {
    if (!(thrown instanceof LabError) || !thrown.code.startsWith('sql-')) throw thrown;
    const { code, message: error } = thrown;
    return { ok: true, value: { sql, outcome: { error, ...(code === 'sql-timeout' && { timedOut: true }) } } };
  }
}

async function tell(
  database: Database,
  question: string,
  { sql, outcome }: Attempt,
  { failed, observations }: { readonly failed: readonly FailedStatement[]; readonly observations: RowTelling },
  context: RunContext,
): Promise<ToolResult> {
  const { columns, rows: all, truncated: isCut } = outcome as QueryResult;
  const rows = fitToContext(all, context.model);
  const truncated = isCut || rows.length < all.length;
  const detail = { sql, truncated, failed: asJson(failed) };
  const found = foundIn(nameOf(question), aboutOf(database, sql), { columns, rows });
  if (observations === 'rows' && !truncated && rows.length <= MOST_ROWS_AS_THEY_ARE)
    return { observation: rowsAsTheyAre(columns, rows), found, detail, failed: false };
  const reading = await generateValue(
    context,
    {
      messages: sentenceMessages(question, columns, rows, { sql, truncated }),
      purpose: { type: 'sentence', question, columns, rows, truncated },
      seed: context.random.fork('sentence').integer(2 ** 32),
      temperature: 0,
      maxTokens: replyTokens('sentence', context),
    },
    (text) => readWords(text),
  );
  // The rows were found, whatever the model made of them.
  const isTrue = reading.ok && holdsTo(reading.value, `${question} ${sql}`, rows);
  return { observation: isTrue ? reading.value : rowsAsTheyAre(columns, rows), found, detail, failed: false };
}

/** A line with the columns, then one for each row, as the model that tells them reads them. */
const rowsAsTheyAre = (columns: QueryResult['columns'], rows: QueryResult['rows']): string =>
  rows.length === 0 ? 'Nothing was found.' : [columns, ...rows].map((row) => JSON.stringify(row)).join('\n');
