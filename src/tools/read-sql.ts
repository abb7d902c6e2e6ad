/** @file Statements as models write them: as JSON, bare, or between fences. */
import type { SchemaOf } from '../core/reply/fit.ts';
import type { Reading } from '../core/reply/generate.ts';
import { readReply } from '../core/reply/read-reply.ts';

const BEGINS = String.raw`(?:select\b|with\s+(?:recursive\s+)?\w+(?:\s*\([^()]*\))?\s+as\b)`;
const FENCED = new RegExp(String.raw`\`\`\`(?:sql(?:ite)?)?\s*(${BEGINS}[^\`]*)\`\`\``, 'i');
const BARE = new RegExp(String.raw`^\s*${BEGINS}[\s\S]*$`, 'i');
/** What is written in place of a statement is told as far as it is no longer than this: a model may say why there is none. */
const LONGEST_WORDS = 200;

/** SQL as asked for, or, with a note, without the JSON around it. @param schema of an object that has it as "sql" */
export function readStatement(
  text: string,
  schema: SchemaOf<{ readonly sql: string }>,
  isCut = false,
): Reading<{ readonly sql: string }> {
  const written = FENCED.exec(text)?.[1] ?? (isCut ? undefined : BARE.exec(text)?.[0]);
  if (written !== undefined)
    return { ok: true, value: { sql: written.trim() }, note: 'SQL without the JSON around it' };
  const reading = readReply(text, schema, { isCut });
  if (reading.ok) return { ...reading, value: { sql: reading.value.sql.trim() } };
  const said = text.trim().replaceAll(/\s+/g, ' ');
  return text.includes('{') || said === '' || said.length > LONGEST_WORDS
    ? reading
    : { ok: false, problem: `it holds no SQL; it says: ${said.replace(/\.$/, '')}` };
}
