/**
 * @file Reading the JSON that a model was asked for. Words around it are overlooked with a note, never in silence.
 */
import type { Reading } from '../core/generate.ts';
import { isDeep, objectIn } from '../core/reply-json.ts';
import type { z } from './schema.ts';

/**
 * Reads a reply as the JSON object that the schema describes.
 * @param mayBeCut the name of a text that comes last and that nothing depends on: a reply that was cut off within it, such as
 * one that ran into its token limit, is read as far as it goes, with a note
 */
export function readJsonReply<Value>(
  schema: z.ZodMiniType<Value>,
  text: string,
  mayBeCut: string | null = null,
): Reading<Value> {
  const cut = mayBeCut === null ? null : endedAt(mayBeCut, text);
  if (cut !== null) {
    const result = schema.safeParse(cut);
    if (result.success) return { ok: true, value: result.data, note: `it was cut off within "${mayBeCut}"` };
  }
  const found = objectIn(text);
  if (!found.ok) return found;
  const { object, isBare } = found.value;
  const result = schema.safeParse(object);
  if (!result.success) return { ok: false, problem: problemOf(result.error) };
  return { ok: true, value: result.data, ...(isBare ? {} : { note: 'words around the JSON were overlooked' }) };
}

/** The first fault, as a person reads it: `choice: Too big: expected number to be <=3`. */
function problemOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it does not have the right shape';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

/** The object of a text that breaks off within the text `name`, its last property; null where it does not. */
function endedAt(name: string, text: string): Readonly<Record<string, unknown>> | null {
  const from = text.indexOf('{');
  if (from < 0 || isDeep(text.slice(from)) || parsed(text.slice(from)) !== null) return null;
  // An escape that was cut in two is left out; an escaped backslash is a whole one, whatever follows it.
  const whole = text.slice(from).replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, '$1');
  const object = parsed(`${whole}"}`) ?? parsed(`${whole}""}`) ?? parsed(`${whole}}`);
  return object !== null && Object.keys(object).at(-1) === name ? object : null;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
