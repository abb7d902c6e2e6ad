/** @file Reads MACRec's configuration files. Whatever is wrong is named: the file, the field, the prompt. */
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { placesOf, type PromptEntry, type Prompts } from './agents/settings.ts';
import type { z } from '../../tools/schema.ts';
import { PROMPT_FILE } from './file-shapes.ts';

export type Files = Readonly<Record<string, Json>>;

/**
 * A file of a shape.
 * @param named what names the file, for the message
 * @throws LabError `spec-invalid` where it is missing or has another shape
 */
export function readFile<Value>(files: Files, path: string, shape: z.ZodMiniType<Value>, named: string): Value {
  const json = Object.hasOwn(files, path) ? files[path] : undefined;
  if (json === undefined) throw invalid(path, `${named} names it, but it is not among the files`);
  const result = shape.safeParse(json);
  if (result.success) return result.data;
  throw invalid(path, systemProblem(result.error));
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

/** The first fault: an unknown field by name, anything else by its place. */
function systemProblem(error: z.core.$ZodError): string {
  const issue = deepest(error.issues);
  if (issue === undefined) return 'it does not have the right shape';
  const place = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const fields = issue.keys.map((key) => `"${key}"`).join(', ');
    return place === '' ? `unknown field ${fields}` : `${place}: unknown field ${fields}`;
  }
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  // An unknown field says more than that something else is missing.
  return issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
}

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
