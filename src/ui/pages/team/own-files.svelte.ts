/** @file Configuration files that a person opened or changed, in the place of the lab's own. */
import { isJsonObject, type Json, jsonMember, jsonMembers, type JsonObject, parsedJson } from '../../../core/json.ts';
import { isSystem, type Files } from '../../parts/agents/system-file.ts';
import type { Session } from '../../session.svelte.ts';
import type { Shapes } from '../../parts/settings/kept-settings.svelte.ts';
import { RECORD } from '../../parts/settings/shapes.ts';

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export class OwnFiles {
  list = $state.raw<Files>({});
  private readonly labs: () => Files;

  constructor(labs: () => Files) {
    this.labs = labs;
  }

  /** Puts a file in the place of the lab's; null takes it away again. */
  set(path: string, content: Json): void {
    const { [path]: _, ...others } = this.list;
    this.list = content === null || isSame(content, this.labs()[path]) ? others : { ...others, [path]: content };
  }

  take(files: Files): void {
    const labs = this.labs();
    const others = Object.entries(files).filter(([path, file]) => !isSame(file, labs[path]));
    this.list = { ...this.list, ...Object.fromEntries(others) };
  }
}

const opened = new WeakMap<Session, OwnFiles>();

/** A session's files; put back when they are first asked for. */
export function ownFilesOf(session: Session): OwnFiles {
  const known = opened.get(session);
  if (known !== undefined) return known;
  const own = new OwnFiles(() => session.description?.agents.files ?? {});
  session.settings.keep('agents/files', own, { list: RECORD } satisfies Shapes<OwnFiles>);
  opened.set(session, own);
  return own;
}

interface NamedPrompt {
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

interface OpenedFiles {
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
