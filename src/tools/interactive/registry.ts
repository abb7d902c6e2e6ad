/** @file The tools of a conversation. */
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { fitted } from '../../core/reply/fit.ts';
import { noted } from '../../core/reply/read-reply.ts';
import type { DialogueTool } from './catalogue.ts';
import { filterTool } from './filter.ts';
import { lookUpTool } from './look-up.ts';
import { mapTool } from './map.ts';
import { rankTool } from './rank.ts';
import { similarTool } from './similar.ts';
import { storeCandidatesTool } from './store-candidates.ts';
import { withoutOperators } from './written-conditions.ts';

/** All of them, in the order of the funnel. */
export const DIALOGUE_TOOL_LIST: readonly DialogueTool[] = [
  storeCandidatesTool,
  lookUpTool,
  filterTool,
  similarTool,
  rankTool,
  mapTool,
];

/** The tool of that name; null where there is none. */
export function dialogueToolNamed(name: string): DialogueTool | null {
  return DIALOGUE_TOOL_LIST.find((tool) => tool.name === name) ?? null;
}

/** The shapes of an input that prompts offer: statements of SQL are for programs that know the tables. */
function offered(parameters: Json): Json {
  const { anyOf: shapes } = parameters as { readonly anyOf?: readonly { readonly properties?: object }[] };
  if (shapes === undefined) return parameters;
  const told = shapes.filter(({ properties = {} }) => !Object.hasOwn(properties, 'sql')) as readonly Json[];
  return told.length === 1 ? (told[0] ?? parameters) : { anyOf: told };
}

/** The input of a tool as a model wrote it, mended where it can be read in one way alone, or what the tool says of it. */
export function readInput(name: string, input: Json): Reading<Json> {
  const tool = dialogueToolNamed(name);
  if (tool === null) return { ok: false, problem: `there is no tool called ${name}` };
  const plain = withoutOperators(input);
  const reading = fitted(plain, tool.parameters, { unknown: 'refuse' });
  if (!reading.ok) {
    const told = fitted(plain, offered(tool.parameters), { unknown: 'refuse' });
    return { ok: false, problem: `${name} needs ${tool.form}, and ${told.ok ? reading.problem : told.problem}` };
  }
  const problem = tool.refuses?.(reading.value as { readonly [name: string]: Json }) ?? null;
  if (problem !== null) return { ok: false, problem };
  const hadOperators = JSON.stringify(plain) !== JSON.stringify(input);
  return noted(reading, [hadOperators ? 'conditions were written with operators' : null]);
}
