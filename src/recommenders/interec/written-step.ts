/** @file Steps of a plan in other ways of writing than the one that is asked for: with their arguments beside the tool, under its name, bare, or as calls. */
import { DIALOGUE_TOOLS, type DialogueToolName, type PlanStep } from '../../core/dialogue.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { namesFor } from '../../core/reply/member-names.ts';
import { choicesNamed } from '../../core/reply/named-choice.ts';
import { callsIn } from '../../core/reply/written-calls.ts';

const TOOLS = namesFor('tool');
const INPUTS = namesFor('input');

/** `{"tool": "rank", "scheme": "rating"}`: the members of an input beside its tool; null for any other step. */
function inputBeside(written: { readonly [name: string]: Json }): PlanStep | null {
  const entries = Object.entries(written);
  if (entries.some(([name]) => INPUTS.includes(name))) return null;
  const [named, ...others] = entries.filter(([name]) => TOOLS.includes(name));
  const [tool, ...more] = choicesNamed(named?.[1] ?? '', DIALOGUE_TOOLS);
  if (tool === undefined || more.length > 0 || others.length > 0) return null;
  return { tool, input: Object.fromEntries(entries.filter((entry) => entry !== named)) };
}

/** `{"rank": {…}}`: an input under the name of its tool. */
function inputUnderTool(written: { readonly [name: string]: Json }): PlanStep | null {
  const [[name = '', input = null] = [], ...others] = Object.entries(written);
  const [tool, ...more] = choicesNamed(name, DIALOGUE_TOOLS);
  const isOne = tool !== undefined && others.length === 0 && more.length === 0 && isJsonObject(input);
  return isOne ? { tool, input } : null;
}

/** What the tools take where one thing alone is given to them. */
const BARE: Readonly<Record<DialogueToolName, (given: Json) => PlanStep['input'] | null>> = {
  'store-candidates': (given) => (isTexts(given) ? { titles: given } : null),
  'look-up': (given) => (isTexts(given) ? { titles: given } : null),
  filter: (given) => (isObjects(given) ? { conditions: given } : null),
  similar: (given) => (isTexts(given) ? { titles: given } : typeof given === 'string' ? { text: given } : null),
  rank: (given) => (typeof given === 'string' ? { scheme: given } : null),
  map: (given) =>
    typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given)) ? { count: given } : null,
};

const isTexts = (given: Json): boolean =>
  Array.isArray(given) && given.length > 0 && given.every((one) => typeof one === 'string');
const isObjects = (given: Json): boolean => Array.isArray(given) && given.length > 0 && given.every(isJsonObject);

/** `{"tool": "map", "input": 5}`: what the tool takes, without its name; null for any other step. */
function bareInput(written: { readonly [name: string]: Json }): PlanStep | null {
  const entries = Object.entries(written);
  const [, given = null] = entries.find(([name]) => INPUTS.includes(name)) ?? [];
  const [tool, ...more] = choicesNamed(entries.find(([name]) => TOOLS.includes(name))?.[1] ?? '', DIALOGUE_TOOLS);
  if (entries.length !== 2 || tool === undefined || more.length > 0) return null;
  if (isJsonObject(given)) return { tool, input: given };
  if (typeof given === 'string' && /^\s*[[{]/u.test(given)) return null;
  const input = BARE[tool](given);
  return input === null ? null : { tool, input };
}

/** A step in another way of writing than the one that is asked for, or as a call: `"rank(scheme='rating')"`. */
export function writtenStep(written: Json): PlanStep | null {
  const step = isJsonObject(written) ? (inputUnderTool(written) ?? inputBeside(written) ?? bareInput(written)) : null;
  if (step !== null) return step;
  const calls = callsIn(typeof written === 'string' ? written : JSON.stringify(written), DIALOGUE_TOOLS) ?? [];
  return calls.length === 1 ? calls[0]! : null;
}
