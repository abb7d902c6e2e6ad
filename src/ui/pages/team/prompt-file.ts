import { isJsonObject, type Json, jsonMember, jsonMembers, type JsonObject, parsedJson } from '../../../core/json.ts';
import { isSystem } from '../../parts/agents/system-file.ts';

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

export const withPrompt = (file: Json, key: string, prompt: Omit<NamedPrompt, 'key'>): Json => ({
  ...jsonMembers(file),
  [key]: { ...prompt },
});

export function withoutPrompt(file: Json, key: string): Json {
  const { [key]: _, ...others } = jsonMembers(file);
  return others;
}

export interface OpenedFiles {
  readonly taken: JsonObject;
  readonly leftOut: readonly string[];
}

export const isAgent = (value: Json): boolean => typeof jsonMember(value, 'model_type') === 'string';

/** MACRec's repository has its files below `config`. */
function pathOf(path: string): string {
  const at = path.indexOf('config/');
  return at < 0 ? path : path.slice(at);
}

/** Reads a file. What is no system, agent or file of prompts is left out: a folder may hold keys, which no run is to keep. */
export function filesIn(path: string, text: string): OpenedFiles {
  const json = parsedJson(text);
  if (json === undefined) return { taken: {}, leftOut: [path] };
  const inside = Object.entries(jsonMembers(json));
  const isBundle = inside.length > 0 && inside.every(([key]) => key.endsWith('.json'));
  const files = isBundle ? inside : ([[pathOf(path), json]] as const);
  const isPart = (file: Json): boolean => isSystem(file) || isAgent(file) || promptsIn(file).length > 0;
  return {
    taken: Object.fromEntries(files.filter(([, file]) => isPart(file))),
    leftOut: files.filter(([, file]) => !isPart(file)).map(([one]) => one),
  };
}
