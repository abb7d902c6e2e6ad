/**
 * @file Prompts as MACRec's files hold them: `{key: {type: raw | template, content}}`, with `_json` twins for the JSON form.
 */
import type { CommandForm } from '../../../core/action.ts';
import { LabError } from '../../../core/errors.ts';

/** One entry of a prompt file. A template has places such as `{input}`, and `{{` for a brace; a raw text is taken as it is. */
export interface PromptEntry {
  readonly type: 'raw' | 'template';
  readonly content: string;
}

/** Prompts by key. */
export type Prompts = ReadonlyMap<string, PromptEntry>;

/** Whatever is named in braces is a place; the braces of JSON hold quotes. */
const PLACE = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_ .-]*)\}/gu;

/** The places of a template, each once. */
export const placesOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACE)].flatMap(([, name]) => name ?? [])),
];

/**
 * Writes an entry with these values in its places, as Python's `format` does: an empty value leaves its line.
 * @throws LabError `spec-invalid` for a place that has no value
 */
export function render(key: string, { type, content }: PromptEntry, values: Readonly<Record<string, string>>): string {
  if (type === 'raw') return content;
  return content.replace(PLACE, (found, name: string | undefined) => {
    if (name === undefined) return found.charAt(0);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    throw new LabError('spec-invalid', `The prompt ${key} has a place {${name}} that nothing fills.`, { key, name });
  });
}

/** The key of a prompt in a form: JSON has twins. */
export const keyIn = (form: CommandForm, key: string): string => (form === 'json' ? `${key}_json` : key);

/** Renders a prompt that has to be there. @throws LabError `spec-invalid` where it is not */
export function promptOf(prompts: Prompts, key: string, values: Readonly<Record<string, string>> = {}): string {
  const entry = prompts.get(key);
  if (entry !== undefined) return render(key, entry, values);
  throw new LabError('spec-invalid', `There is no prompt ${key}.`, { key });
}

/** Renders a prompt, or `''` where there is none. */
export function optionalPrompt(prompts: Prompts, key: string, values: Readonly<Record<string, string>> = {}): string {
  return prompts.has(key) ? promptOf(prompts, key, values) : '';
}
