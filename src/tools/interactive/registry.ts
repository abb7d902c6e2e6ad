/** @file The tools of a conversation, with the two that begin and end a plan: candidates that are listed, and mapping ids to titles, which names the items of the reply. */
import type { Item, ItemId } from '../../core/dataset.ts';
import { counted } from '../../core/text/words.ts';
import { z } from '../schema.ts';
import { isEdition, resultOf, type Catalogue, dialogueTool, type DialogueTool, resolveTitles } from './catalogue.ts';
import type { Reading } from '../../core/reply/generate.ts';
import type { Json } from '../../core/json.ts';
import { fitted } from '../../core/reply/fit.ts';
import { filterTool } from './filter.ts';
import { lookUpTool } from './look-up.ts';
import { rankTool } from './rank.ts';
import { similarTool } from './similar.ts';
import { LONGEST_NAME } from '../../core/text/visible-text.ts';

/** How many items a reply has where nobody says, and at most (the public code of Huang and others 2023). */
export const MAPPED = { usual: 5, most: 20 } as const;

const COUNT = z.strictObject({ count: z.exactOptional(z.int().check(z.gte(1))) });

/** What fewer people rated, and badly, is named to nobody who did not list it. */
const FEW = 3;

interface Named {
  readonly items: readonly ItemId[];
  readonly editions: readonly ItemId[];
  readonly bad: readonly ItemId[];
}

/** Without other editions of what is named before, and without what few rated, and rated badly. */
function worthNaming(candidates: readonly ItemId[], { items: all, database, values }: Catalogue, count: number): Named {
  const { min, max } = values.outline.scale;
  const low = `SELECT group_concat(item_id) FROM item_statistics WHERE ratings < ${String(FEW)} AND mean_rating < ${String((min + max) / 2)}`;
  const badly = new Set(
    String(database.query(low).rows[0]?.[0] ?? '')
      .split(',')
      .map(Number),
  );
  const byId = new Map(all.map((one) => [one.id, one]));
  const works: Item[] = [];
  const [items, editions, bad]: [ItemId[], ItemId[], ItemId[]] = [[], [], []];
  for (const id of candidates) {
    if (items.length === count) break;
    const own = byId.get(id);
    const isOther = own !== undefined && works.some((work) => isEdition(work, own));
    const place = badly.has(id) ? bad : isOther ? editions : items;
    place.push(id);
    if (place === items && own !== undefined) works.push(own);
  }
  return { items, editions, bad };
}

/** So many of those that are passed over are named. */
const MOST_PASSED = 5;

/** The titles, and what of the candidates is not among them: who reads them sees no others. */
function namedWords({ items, editions, bad }: Named, candidates: number, { titles }: Catalogue): string {
  const titleOf = (id: ItemId): string => titles.reference(id).title;
  const passedOver = (why: string, ids: readonly ItemId[]): string => {
    const more = ids.length - MOST_PASSED;
    const named = ids.slice(0, MOST_PASSED).map(titleOf).join('; ');
    return ids.length === 0 ? '' : ` (${why}: ${named}${more > 0 ? `; and ${String(more)} more` : ''})`;
  };
  const left = candidates - items.length - editions.length - bad.length;
  return [
    items.map(titleOf).join(' | '),
    left === 0 ? '' : ` (not named: ${counted(left, 'more candidate')})`,
    passedOver('other editions, passed over', editions),
    passedOver(`passed over, since fewer than ${String(FEW)} people rated them, and low`, bad),
  ]
    .join('')
    .trim();
}

export const mapTool = dialogueTool({
  name: 'map',
  description: `Gives the titles of the first candidates and ends the plan. Input {"count": 3}, as many as the person asks for, at most ${String(MAPPED.most)}; ${String(MAPPED.usual)} where they name no number ("a film" is none).`,
  input: COUNT,
  form: '{"count": a whole number from 1}',
  use(input, { catalogue, bus }) {
    const count = Math.min(MAPPED.most, input.count ?? MAPPED.usual);
    const isListed = bus.tracker.some(({ tool }) => tool === 'store-candidates');
    const named = isListed
      ? { items: bus.items.slice(0, count), editions: [], bad: [] }
      : worthNaming(bus.items, catalogue, count);
    const { items } = named;
    return resultOf({
      observation: namedWords(named, bus.items.length, catalogue),
      detail: { items },
      failed: items.length === 0,
      kept: { items, ordered: true },
    });
  },
});

const TITLES = z.strictObject({
  titles: z.array(z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))).check(z.minLength(1), z.maxLength(100)),
});

const storeCandidatesTool = dialogueTool({
  name: 'store-candidates',
  description:
    'Makes the items that the person lists the only candidates. Input {"titles": ["Heat", "Alien"]}. Only where the person lists items to choose among; then it is the first step.',
  input: TITLES,
  form: '{"titles": […]}',
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
