/** @file A text that is one object or list, and nothing else. */
import type { Json } from '../json.ts';
import { writtenJson } from './written-json.ts';

/** The object or list that a text is; undefined for any other text, and for one that is more than that. */
export function wholeJson(text: string): Json | undefined {
  const trimmed = text.trim();
  const [only] = writtenJson(trimmed).values;
  return only?.from === 0 && only.to === trimmed.length ? only.value : undefined;
}
