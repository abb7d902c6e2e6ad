/** @file Statements as models write them: as JSON, bare, between fences or backticks, and with words around them. */
import type { SchemaOf } from '../core/reply/schema-of.ts';
import type { Reading } from '../core/reply/generate.ts';
import { noted, readReply } from '../core/reply/read-reply.ts';

const BEGINS = String.raw`(?:select\b|with\s+(?:recursive\s+)?\w+(?:\s*\([^()]*\))?\s+as\b)`;
const FENCED = new RegExp(String.raw`\`\`\`(?:sql(?:ite)?)?\s*(${BEGINS}[^\`]*)\`\`\``, 'gi');
const BARE = new RegExp(String.raw`^\s*${BEGINS}`, 'i');
const QUOTED = new RegExp(String.raw`(?<!\`)\`\s*(${BEGINS}[^\`]*)\`(?!\`)`, 'gi');
const IN_QUOTES = new RegExp(String.raw`"\s*(${BEGINS}[^"]*)"[\s.!]*$`, 'i');
/** At the beginning of a line or behind a colon, where nothing but words stands before. */
const BEHIND = new RegExp(String.raw`(?:^|\n|:)[ \t*]*(${BEGINS}[\s\S]*)$`, 'i');

const NOTE = 'SQL without the JSON around it';

/** SQL as asked for, or, with a note, as models like to write it. @param schema of an object that has it as "sql" */
export function readStatement(
  text: string,
  schema: SchemaOf<{ readonly sql: string }>,
): Reading<{ readonly sql: string }> {
  const fenced = [...text.matchAll(FENCED)].at(-1)?.[1];
  const bare = BARE.test(text) ? text : undefined;
  const written = fenced ?? bare;
  if (written !== undefined) return statementOf(written);
  const reading = readReply(text, schema);
  if (reading.ok) return noted(statementOf(reading.value.sql, null), [reading.note ?? null]);
  if (text.includes('{')) return reading;
  const within = [...text.matchAll(QUOTED)].at(-1)?.[1] ?? IN_QUOTES.exec(text)?.[1] ?? BEHIND.exec(text)?.[1];
  if (within !== undefined) return statementOf(within);
  const said = text.trim().replaceAll(/\s+/g, ' ');
  return said === '' || said.length > LONGEST_WORDS
    ? reading
    : { ok: false, problem: `it holds no SQL; it says: ${said.replace(/\.$/, '')}` };
}

/** What is written in place of a statement is told as far as it is no longer than this: a model may say why there is none. */
const LONGEST_WORDS = 200;

/** What goes on a statement, or is another one. */
const SQL =
  /^(?:select|with|insert|update|delete|replace|create|drop|alter|pragma|attach|detach|vacuum|explain|begin|commit|rollback|analyze|reindex|union|intersect|except|from|where|group|order|having|limit|join|left|inner|cross|on|and|or|values)\b/i;
/** What tells words from SQL. */
const NEAR = 80;
/** A word, or a mark that a paragraph begins with. */
const WORD = /^[*_#>\s-]{0,6}\p{L}/u;

function statementOf(written: string, note: string | null = NOTE): Reading<{ readonly sql: string }> {
  const text = written.trim();
  const end = endOf(text);
  const sql = text.slice(0, end).trim();
  const isMore = end < text.length && /[\p{L}\p{N}]/u.test(text.slice(end));
  return noted({ ok: true, value: { sql } }, [note, isMore ? 'words behind the statement were overlooked' : null]);
}

/** Where the statement ends: behind a semicolon, or before a blank line, that words follow which are no SQL. Another statement stays, to be refused. */
function endOf(text: string): number {
  const parts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(;)|(\n\s*\n)/g;
  for (const match of text.matchAll(parts)) {
    const [whole, semicolon, gap] = match;
    if (semicolon === undefined && gap === undefined) continue;
    const behind = match.index + whole.length;
    const rest = text.slice(behind, behind + NEAR).trimStart();
    if (!rest.startsWith('--') && WORD.test(rest) && !SQL.test(rest))
      return semicolon === undefined ? match.index : behind;
  }
  return text.length;
}
