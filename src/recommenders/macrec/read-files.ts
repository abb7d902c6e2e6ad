/** @file The shapes of MACRec's configuration files, as its public code has them; other fields are refused by name. */
import { REFLECTION_STRATEGIES } from './agents/reflector.ts';
import { z } from '../../tools/schema.ts';
import { LabError } from '../../core/errors.ts';
import { valueAt, type Json } from '../../core/json.ts';
import { issueSentence, membersOf } from '../../trace/issue-sentence.ts';
import { placesOf, type PromptEntry, type Prompts } from './agents/settings.ts';

export const SYSTEM_TASKS = ['rp', 'sr', 'gen', 'chat'] as const;
export type SystemTask = (typeof SYSTEM_TASKS)[number];

const path = z.string().check(z.minLength(1), z.maxLength(300));
const optional = z.exactOptional;
const count = z.int().check(z.gte(1), z.lte(1000));

const AGENT = z.strictObject({ config_path: path, prompt_config: optional(path) });

export const HELPERS = ['Analyst', 'Searcher', 'Reflector', 'Interpreter'] as const;
export type Helper = (typeof HELPERS)[number];

const SHARED = {
  supported_tasks: optional(z.array(z.enum(SYSTEM_TASKS)).check(z.minLength(1))),
  agent_prompt: path,
  data_prompt: path,
  task_agent_prompt: optional(path),
  max_step: optional(count),
} as const;

export const COLLABORATION = z.strictObject({
  ...SHARED,
  agents: z.strictObject({
    Manager: z.strictObject({ thought_config_path: path, action_config_path: path, prompt_config: optional(path) }),
    Analyst: optional(AGENT),
    Searcher: optional(AGENT),
    Reflector: optional(AGENT),
    Interpreter: optional(AGENT),
  }),
});

/** A system of MACRec's older kind: ReAct, Reflexion, and agents whose prompts are all in one file. */
export const OLDER_SYSTEM = z.strictObject({
  ...SHARED,
  manager_thought: path,
  manager_action: path,
  analyst: optional(path),
  searcher: optional(path),
  reflector: optional(path),
  interpreter: optional(path),
});

const stop = z.union([z.string(), z.array(z.string())]);
const TOOL = z.strictObject({
  type: z.enum(['info', 'interaction', 'wikipedia', 'summarize']),
  config_path: path,
});

/** An agent. `model_type`, `device` and their like are read and change nothing. */
export const AGENT_CONFIG = z.strictObject({
  model_type: z.string(),
  model_name: optional(z.string()),
  model_path: optional(z.string()),
  temperature: optional(z.number().check(z.gte(0), z.lte(2))),
  max_tokens: optional(count),
  max_new_tokens: optional(count),
  json_mode: optional(z.boolean()),
  model_kwargs: optional(z.strictObject({ stop: optional(stop) })),
  do_sample: optional(z.boolean()),
  top_p: optional(z.number()),
  device: optional(z.string()),
  prefix: optional(z.string()),
  api_base: optional(z.string()),
  reflect_json_schema: optional(z.record(z.string(), z.json())),
  max_turns: optional(count),
  tool_config: optional(z.record(z.string(), TOOL)),
  keep_reflections: optional(z.boolean()),
  reflection_strategy: optional(z.enum(REFLECTION_STRATEGIES)),
});

/** A file of prompts. Without a type an entry is a template, as MACRec reads it. */
const PROMPT_FILE = z.record(
  z.string(),
  z.strictObject({ type: z._default(z.enum(['raw', 'template']), 'template'), content: z.string() }),
);

export type Files = Readonly<Record<string, Json>>;

/**
 * A file of a shape.
 * @param named what names the file, for the message
 * @throws LabError `spec-invalid` where it is missing or has another shape
 */
export function readFile<Value>(files: Files, path: string, shape: z.ZodMiniType<Value>, named: string): Value {
  const json = Object.hasOwn(files, path) ? files[path] : undefined;
  if (json === undefined) throw invalid(path, `${named} names it, but it is not among the files`);
  const result = shape.safeParse(json, { error: membersOf });
  if (result.success) return result.data;
  const { issues } = result.error;
  // An unknown field says more than that something else is missing.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const place = issue.path.map(String).join('.');
  const sentence = issueSentence(issue, valueAt(json, issue.path), place || 'value', 'field');
  throw invalid(path, place === '' ? sentence : `${place}: ${sentence}`);
}

/** A file of prompts. @throws LabError `spec-invalid` as `readFile` does, and for a place in a prompt that nothing fills */
export function readPrompts(files: Files, path: string, named: string): Prompts {
  const entries: Readonly<Record<string, PromptEntry>> = readFile(files, path, PROMPT_FILE, named);
  const prompts = new Map(Object.entries(entries));
  for (const [key, entry] of prompts) checkPlaces(key, entry, path);
  return prompts;
}

export const invalid = (path: string, problem: string): LabError =>
  new LabError('spec-invalid', `${path}: ${problem}.`, { path });

const words = (text: string): readonly string[] => text.split(' ');
const NO_PLACES =
  'finish hint fewshot_examples analyst_examples analyst_fewshot analyst_hint searcher_examples searcher_hint interpreter_examples ' +
  'interpreter_hint reflect_examples reflection_header last_trial_header reflection_last_trial_header';

export const PLACES: Readonly<Record<string, readonly string[]>> = {
  manager_prompt: words(
    'task_type max_step examples reflections input scratchpad task_prompt history actions valid_action_example',
  ),
  analyst_prompt: words('analyse_type id commands task_type question max_step step examples fewshot history hint'),
  searcher_prompt: words('requirements question documents k max_step step examples history hint'),
  interpreter_prompt: words('input max_step step examples history hint'),
  reflect_prompt: words('actions examples input scratchpad'),
  data_prompt: words(
    'user_id item_noun user_profile history target_item_id target_item_attributes candidate_item_attributes ranked rating lowest highest',
  ),
  valid_action_example: words('actions finish'),
  ...Object.fromEntries(words(NO_PLACES).map((key) => [key, []])),
};

/** Filled in even as raw texts. */
const ALWAYS_FILLED: ReadonlySet<string> = new Set(['valid_action_example']);

function checkPlaces(key: string, { type, content }: PromptEntry, path: string): void {
  const base = key.replace(/_json$/, '');
  const allowed = Object.hasOwn(PLACES, base) ? PLACES[base] : undefined;
  if (allowed === undefined || (type === 'raw' && !ALWAYS_FILLED.has(base))) return;
  const unknown = placesOf(content).find((place) => !allowed.includes(place));
  if (unknown === undefined) return;
  const known = allowed.length === 0 ? 'none' : allowed.join(', ');
  throw invalid(path, `the prompt "${key}" has the unknown place {${unknown}}; it may have ${known}`);
}

/** Checks that a prompt is there. @throws LabError `spec-invalid` naming the prompt */
export function checkPrompt(prompts: Prompts, key: string, path: string, who: string): void {
  if (!prompts.has(key)) throw invalid(path, `the prompt "${key}" is missing, which the ${who} needs`);
}
