/** @file The tools of a conversation. */
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { fitted } from '../../core/reply/fit.ts';
import { dialogueTool, type DialogueTool, resolveTitles, resultOf } from './catalogue.ts';
import { filterTool } from './filter.ts';
import { lookUpTool } from './look-up.ts';
import { mapTool } from './map.ts';
import { rankTool } from './rank.ts';
import { similarTool } from './similar.ts';
import { LONGEST_NAME } from '../../core/text/visible-text.ts';
import { z } from '../schema.ts';

const INPUT = z.strictObject({
  titles: z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))).check(z.minLength(1), z.maxLength(100)),
});

const FORM = '{"titles": […]}';

const storeCandidatesTool = dialogueTool({
  name: 'store-candidates',
  description:
    'Makes the items that the person lists the only candidates. Input {"titles": ["Heat", "Alien"]}. Only where the person lists items to choose among; then it is the first step.',
  input: INPUT,
  form: FORM,
  use(input, { catalogue }) {
    const { items, problems } = resolveTitles(catalogue.titles, input.titles);
    return resultOf({
      observation: `${String(items.length)} of ${String(input.titles.length)} listed titles are candidates: ${items.map(({ title }) => title).join(', ')}.`,
      detail: { items: items.map(({ id }) => id) },
      failed: items.length === 0,
      problems,
      kept: { items: items.map(({ id }) => id), ordered: false },
    });
  },
});

export const DIALOGUE_TOOL_LIST: readonly DialogueTool[] = [
  storeCandidatesTool,
  lookUpTool,
  filterTool,
  similarTool,
  rankTool,
  mapTool,
];

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
  const reading = fitted(input, tool.parameters, { unknown: 'refuse' });
  if (!reading.ok) {
    const told = fitted(input, offered(tool.parameters), { unknown: 'refuse' });
    return { ok: false, problem: `${name} needs ${tool.form}, and ${told.ok ? reading.problem : told.problem}` };
  }
  const problem = tool.refuses?.(reading.value as { readonly [name: string]: Json }) ?? null;
  return problem === null ? reading : { ok: false, problem };
}
