/** @file Texts that a reply gives in other shapes than as one text: in a list, or in an object of their own. */
import { isJsonObject, type Json } from '../json.ts';
import { unfenced } from './fences.ts';
import { keyOf } from './named-choice.ts';
import { wholeJson } from './whole-json.ts';

/** A text or a number, those of a list, or those of an object's one member; null for anything else, and for nothing. */
export function textsIn(value: Json): readonly string[] | null {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (!Array.isArray(value)) {
    const [only, ...others] = isJsonObject(value) ? Object.values(value) : [];
    return only === undefined || others.length > 0 ? null : textsIn(only);
  }
  const texts = (value as readonly Json[]).map((one) => (Array.isArray(one) ? null : textsIn(one)));
  return texts.length > 0 && texts.every((one) => one !== null) ? texts.flat() : null;
}

/** What frameworks have a final answer be given by: `{"action": "Final Answer", "action_input": "…"}`. */
function finalText(value: Json): readonly string[] | null {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return null;
  const { action, action_input: input } = value;
  const isFinal = typeof action === 'string' && keyOf(action) === 'final-answer';
  return isFinal && input !== undefined ? textsIn(input) : null;
}

/** The text of a reply in words that is nothing but JSON around one text: `{"answer": "…"}`; null for any other reply. */
export function wordsInJson(written: string): string | null {
  const value = wholeJson(unfenced(written));
  const texts = value === undefined ? null : (finalText(value) ?? textsIn(value));
  return texts === null ? null : asOneText(texts);
}

/** Several texts as one: sentences with blanks between them, anything else with semicolons. */
export function asOneText(texts: readonly string[]): string {
  const trimmed = texts.map((text) => text.trim());
  return trimmed.join(trimmed.every((text) => /[.!?…]["'”’)]*$/.test(text)) ? ' ' : '; ');
}
