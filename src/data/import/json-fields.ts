/** @file Fields of JSON objects from elsewhere: of the right kind, or as if absent. */
import type { Json } from '../../core/json.ts';

/** The text, trimmed; `''` for anything else. */
export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The finite number; null for anything else. */
export function numberIn(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The texts of a list or the one text, trimmed, empty ones and repeats left out; lists in lists are opened. */
export function textsIn(value: Json | undefined): readonly string[] {
  const flat: readonly Json[] = Array.isArray(value) ? value.flat(3) : [value ?? null];
  return [...new Set(flat.map(textIn).filter((text) => text !== ''))];
}

/** An id written as text or as a whole number; `''` for anything else. */
export function idIn(value: Json | undefined): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textIn(value);
}

/** A number as text, or the text that should be one; `''` for anything else. */
export function numeralIn(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : textIn(value);
}
