/**
 * @file The Database tool (RecMind, section 3): a question → SQL by the model, given the schema → rows behind the guard →
 * a sentence by the model. A query that fails becomes an observation with the error, after one repair was tried.
 */
import type { Database, QueryResult } from '../core/database.ts';
import { LabError } from '../core/errors.ts';
import { foundIn, type About, type Found } from '../core/found.ts';
import { generateValue, type Reading } from '../core/reply/generate.ts';
import type { Json } from '../core/json.ts';
import { counted } from '../core/text/words.ts';
import { readWords } from '../core/reply/read-words.ts';
import { replyTokens } from '../core/reply/limits.ts';
import type { RunContext } from '../core/run-context.ts';
import type { Tool, ToolResult } from '../core/recommender.ts';
import {
  holdsTo,
  sentenceMessages,
  sqlMessages,
  hintFor,
  idsInSql,
  itemsIn,
  knownAttributes,
  missingText,
  schemaForModels,
  withViews,
} from './statements.ts';
import { hasHeadings, hasReviews, fitToContext } from './text-budget.ts';
import { titleSql, type PreparedQuestion } from './prepared/prepared-question.ts';
import { questionsOf } from './prepared/questions-of.ts';
import { resolveQuestion } from './queries/texts.ts';
import { replySchema, z, textArgument } from './schema.ts';
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

const SQL_SCHEMA = replySchema(z.object({ sql: z.string().check(z.trim(), z.minLength(1)) }));
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

/** How a planner is told of the rows: in a sentence by the model, where they are few, or as they are. */
export type RowTelling = 'sentence' | 'rows';

/** More rows are told as they are whatever was chosen. */
const MOST_ROWS_IN_WORDS = 20;

export function databaseTool(database: Database, observations: RowTelling = 'sentence'): Tool {
  const reviews = hasReviews(database) ? ', in which reviews' : '';
  const headings = hasHeadings(database) ? ' and with which review titles (headings)' : '';
  const tool: Tool = {
    name: 'database',
    description:
      `answers one question in words: who rated what, when and how${reviews}${headings}; means and numbers of ratings; people of ` +
      `similar taste; items that are rated alike or by the same people; ${knownAttributes(database)}`,
    parameters: QUESTION.parameters,
    async execute(args, context) {
      const input = QUESTION.read(args);
      if ('failure' in input) return input.failure;
      const question = input.text;
      if (!/\p{L}{2}/u.test(question))
        return failure(database, question, 'Ask a question in words, with the ids that it is about.', []);
      const first = await attempt(database, question, null, context);
      // A reply without SQL had its second chance when it was read.
      if (!first.ok)
        return failure(database, question, `No SQL could be read from the model's reply: ${first.problem}.`, []);
      const wrong = problemOf(database, question, first.value);
      const second = wrong === null ? null : await attempt(database, question, wrong, context);
      // A statement that comes back as it was is not run again.
      const isAnother = second?.ok === true && second.value.sql !== first.value.sql;
      const attempts = [first.value, ...(isAnother ? [second.value] : [])];
      const ran = attempts.findLast(({ outcome }) => !('error' in outcome));
      const failed = attempts.filter((one) => one !== ran).flatMap((one) => problemOf(database, question, one) ?? []);
      if (ran !== undefined) return tell(database, question, ran, { failed, observations }, context);
      return failure(database, question, `The query failed: ${failed.at(-1)?.error ?? ''}`, failed);
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

/** Of a question of the lab's own, which says itself what it means to find nothing. */
const nameOf = (question: string): string | null => resolveQuestion(question)?.query.name ?? null;

const NOTHING = 'Nothing was found.';

function aboutOf(database: Database, sql: string): About {
  const about = idsInSql(sql);
  const [only] = about.items.length === 1 ? about.items : [];
  if (only === undefined) return about;
  const title = database.query(`SELECT ${titleSql('i')} FROM items i WHERE i.item_id = ${String(only)}`).rows[0]?.[0];
  return typeof title === 'string' ? { ...about, title } : about;
}

/** Why a statement is asked for again; null where it is not. */
function problemOf(database: Database, question: string, { sql, outcome }: Attempt): FailedStatement | null {
  if ('error' in outcome) return { sql, ...outcome };
  const missing = nameOf(question) === null && isNothing(outcome) ? missingText(database, sql) : null;
  return missing === null ? null : { sql, error: `It found nothing: ${missing}.` };
}

const isNothing = ({ rows }: Pick<QueryResult, 'rows'>): boolean =>
  rows.every((row) => row.every((one) => one === null));

/** What was looked for, and what there is of it. */
function nothingFound(database: Database, sql: string): string {
  const missing = missingText(database, sql);
  if (missing !== null) return `Nothing was found: ${missing}.`;
  const { users, items } = idsInSql(sql);
  const known = [...users.map((id) => ['user', id] as const), ...items.map((id) => ['item', id] as const)];
  const told = known.slice(0, 4).map(([of, id]) => {
    const ratings = database.query(`SELECT ratings FROM ${of}_statistics WHERE ${of}_id = ${String(id)}`).rows[0]?.[0];
    return typeof ratings === 'number'
      ? `${of} ${String(id)} has ${counted(ratings, 'rating')}`
      : `there is no ${of} ${String(id)}`;
  });
  return told.length === 0 ? NOTHING : `${NOTHING} On record: ${told.join(', ')}.`;
}

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
  const schema = schemaForModels(database, candidates);
  const failed = before && { sql: before.sql, error: before.error };
  const reading = await generateValue(
    context,
    {
      messages: sqlMessages(question, schema, failed, nameOf(question) === null ? itemsIn(database, question) : []),
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
    return { ok: true, value: { sql, outcome: await database.ask(withViews(sql, candidates), context.signal) } };
  } catch (thrown) {
    if (!(thrown instanceof LabError) || !thrown.code.startsWith('sql-')) throw thrown;
    const { code, message } = thrown;
    const error = `${message}${hintFor(message, sql, schema)}`;
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
  const name = nameOf(question);
  const found = foundIn(name, aboutOf(database, sql), { columns, rows });
  if (name === null && isNothing(outcome as QueryResult))
    return { observation: nothingFound(database, sql), found, detail, failed: false };
  const asTheyAre = rowsAsTheyAre(columns, rows, truncated);
  if (observations === 'rows' || (name === null && rows.length > MOST_ROWS_IN_WORDS))
    return { observation: asTheyAre, found, detail, failed: false };
  const reading = await generateValue(
    context,
    {
      messages: sentenceMessages(question, columns, rows, sql),
      purpose: { type: 'sentence', question, columns, rows, truncated },
      seed: context.random.fork('sentence').integer(2 ** 32),
      temperature: 0,
      maxTokens: replyTokens('sentence', context),
    },
    (text) => readWords(text),
  );
  // The rows were found, whatever the model made of them.
  const isTrue = reading.ok && holdsTo(reading.value, `${question} ${sql}`, rows);
  return { observation: isTrue ? reading.value : asTheyAre, found, detail, failed: false };
}

const rowsAsTheyAre = (columns: QueryResult['columns'], rows: QueryResult['rows'], truncated: boolean): string =>
  rows.length === 0
    ? NOTHING
    : [columns, ...rows].map((row) => JSON.stringify(row)).join('\n') + (truncated ? '\n… and more rows' : '');
