/**
 * @file Configuration files that a person opens: single ones, those of a folder, and bundles that the page saved.
 */
import { jsonMember, jsonMembers, type Json, type JsonObject } from '../../../core/json.ts';
import { promptsIn } from './prompt-file.ts';
import { isSystem } from '../../parts/agents/system-file.ts';

/** What of a file is taken, by path, and the paths of what is left out. */
export interface OpenedFiles {
  readonly taken: JsonObject;
  readonly leftOut: readonly string[];
}

const isAgent = (value: Json): boolean => typeof jsonMember(value, 'model_type') === 'string';

/** MACRec's repository has its files below `config`. */
function pathOf(path: string): string {
  const at = path.indexOf('config/');
  return at < 0 ? path : path.slice(at);
}

/** Reads a file. What is no system, agent or file of prompts is left out: a folder may hold keys, which no run is to keep. */
export function filesIn(path: string, text: string): OpenedFiles {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return { taken: {}, leftOut: [path] };
  }
  const inside = Object.entries(jsonMembers(json));
  const isBundle = inside.length > 0 && inside.every(([key]) => key.endsWith('.json'));
  const files = isBundle ? inside : ([[pathOf(path), json]] as const);
  const isPart = (file: Json): boolean => isSystem(file) || isAgent(file) || promptsIn(file).length > 0;
  return {
    taken: Object.fromEntries(files.filter(([, file]) => isPart(file))),
    leftOut: files.filter(([, file]) => !isPart(file)).map(([one]) => one),
  };
}
