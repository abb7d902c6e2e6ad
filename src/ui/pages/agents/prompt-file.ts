/**
 * @file A file of prompts as the form shows and changes it.
 */
import { isJsonObject, jsonMembers, type Json } from '../../../core/json.ts';

/** A prompt with its key. */
export interface NamedPrompt {
  readonly key: string;
  /** `raw` or `template`. */
  readonly type: string;
  readonly content: string;
}

/** The prompts of a file; none where it is no file of prompts. Without a type a prompt is a template, as MACRec reads it. */
export function promptsIn(file: Json): readonly NamedPrompt[] {
  const entries = Object.entries(jsonMembers(file));
  const prompts = entries.flatMap(([key, entry]): NamedPrompt[] => {
    if (!isJsonObject(entry) || typeof entry['content'] !== 'string') return [];
    return [{ key, type: entry['type'] === 'raw' ? 'raw' : 'template', content: entry['content'] }];
  });
  return prompts.length === entries.length ? prompts : [];
}

/** The file with a prompt, new or changed. */
export const withPrompt = (file: Json, key: string, prompt: Omit<NamedPrompt, 'key'>): Json => ({
  ...jsonMembers(file),
  [key]: { ...prompt },
});

/** The file without a prompt. */
export function withoutPrompt(file: Json, key: string): Json {
  const { [key]: _, ...others } = jsonMembers(file);
  return others;
}
