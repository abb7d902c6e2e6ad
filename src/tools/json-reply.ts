/**
 * @file Reading the JSON that a model was asked for. Words around it are overlooked with a note, never in silence.
 */
import type { Reading } from '../core/generate.ts';
import type { z } from './schema.ts';

/** Reads a reply as the JSON object that the schema describes. */
export function readJsonReply<Value>(schema: z.ZodMiniType<Value>, text: string): Reading<Value> {
  const found = findObject(text);
  if (found === null) return { ok: false, problem: 'it holds no JSON object' };
  let json: unknown;
  try {
    json = JSON.parse(found);
  } catch {
    return { ok: false, problem: 'its JSON is not well formed' };
  }
  const result = schema.safeParse(json);
  if (!result.success) return { ok: false, problem: problemOf(result.error) };
  const isBare = found.length === text.trim().length;
  return { ok: true, value: result.data, ...(isBare ? {} : { note: 'words around the JSON were overlooked' }) };
}

/** The first fault, as a person reads it: `choice: Too big: expected number to be <=3`. */
function problemOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it does not have the right shape';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** From the first brace to the last one. */
function findObject(text: string): string | null {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  return from < 0 || to < from ? null : text.slice(from, to + 1);
}
