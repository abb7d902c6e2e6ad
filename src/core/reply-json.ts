/**
 * @file The JSON object of a model's reply. Words around it are overlooked; what is nested deeper than anything that is asked for
 * is refused before anybody walks it, since a walk that calls itself would run out of stack.
 */
import type { Reading } from './generate.ts';

/** An object as it was found. */
export interface FoundObject {
  readonly object: Readonly<Record<string, unknown>>;
  /** False where there were words around it. */
  readonly isBare: boolean;
}

/** Lists and objects within one another; a plan of a conversation has five. */
const DEEPEST = 64;

/** The object from the first brace of a reply to its last one. */
export function objectIn(text: string): Reading<FoundObject> {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return { ok: false, problem: 'it holds no JSON object' };
  const written = text.slice(from, to + 1);
  if (isDeep(written)) return { ok: false, problem: `its JSON is nested more than ${DEEPEST} deep` };
  try {
    const object = JSON.parse(written) as Readonly<Record<string, unknown>>;
    return { ok: true, value: { object, isBare: written.length === text.trim().length } };
  } catch {
    return { ok: false, problem: 'its JSON is not well formed' };
  }
}

/** True where brackets outside of texts are nested deeper than a reply may be. */
export function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}
