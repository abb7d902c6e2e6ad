/** @file What the tools of a conversation work on. */
import type { Database } from '../../core/database.ts';
import type { Item, ItemId } from '../../core/dataset.ts';
import type { CandidateBus } from '../../core/candidate-bus.ts';
import type { DialogueProblem, DialogueToolName, LookedUp } from '../../core/dialogue.ts';
import type { ItemReference } from '../../core/task.ts';
import { LabError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { inputSchema, type z } from '../schema.ts';
import type { SoftRetrieval } from '../retrieval/soft-retrieval.ts';
import { titleKey, type TitleIndex } from './title-index.ts';
import type { ValueIndex } from './value-index.ts';

/** Scores items for somebody of whom nothing is known but what they like. It is fitted on training interactions. */
export interface PreferenceModel {
  readonly title: string;
  /** How much items go with the liked ones; only the order counts. */
  scores(liked: readonly ItemId[], items: readonly ItemId[]): Float64Array;
}

export interface Catalogue {
  /** Of training interactions. */
  readonly database: Database;
  readonly items: readonly Item[];
  readonly titles: TitleIndex;
  readonly values: ValueIndex;
  /** How many people rated an item, of training interactions. */
  readonly known: (id: ItemId) => number;
  /** How well an item is rated, from 0 to 1, shrunk where few rated it; 0 where nobody did. */
  readonly worth: (id: ItemId) => number;
  readonly retrieval: SoftRetrieval;
  readonly preference: PreferenceModel;
}

export interface ToolSurroundings {
  readonly catalogue: Catalogue;
  readonly bus: CandidateBus;
  readonly signal: AbortSignal;
}

export interface DialogueToolResult {
  readonly observation: string;
  readonly detail: Json;
  readonly failed: boolean;
  readonly problems: readonly DialogueProblem[];
  readonly found: readonly LookedUp[];
  /** What stays on the bus; null where the tool does not touch it. */
  readonly kept: { readonly items: readonly ItemId[]; readonly ordered: boolean } | null;
  /** The number that later steps may name; null where there is none, or where it is in doubt. */
  readonly number: number | null;
}

export interface DialogueTool {
  readonly name: DialogueToolName;
  readonly description: string;
  readonly parameters: Json;
  readonly form: string;
  /** What is wrong with an input that the schema admits; null where nothing is. */
  refuses?(input: { readonly [name: string]: Json }): string | null;
  /** Problems that can be told are results; only an abort or a bug is thrown. */
  use(input: Json, surroundings: ToolSurroundings): Promise<DialogueToolResult> | DialogueToolResult;
}

interface ToolParts<Input> extends Omit<DialogueTool, 'parameters' | 'use' | 'refuses'> {
  readonly input: z.ZodMiniType<Input>;
  refuses?(input: { readonly [name: string]: Json }): string | null;
  readonly use: (input: Input, surroundings: ToolSurroundings) => Promise<DialogueToolResult> | DialogueToolResult;
}

/** A tool whose input is read by its schema; a statement that the database refuses is a failed result. */
export function dialogueTool<Input>({ input: schema, use, ...tool }: ToolParts<Input>): DialogueTool {
  return {
    ...tool,
    parameters: inputSchema(schema),
    async use(given, surroundings) {
      const parsed = schema.safeParse(given);
      if (!parsed.success) return invalidInput(`${tool.name} needs ${tool.form}.`);
      try {
        return await use(parsed.data, surroundings);
      } catch (thrown) {
        if (!(thrown instanceof LabError) || !thrown.code.startsWith('sql-')) throw thrown;
        return invalidInput(thrown.message);
      }
    },
  };
}

export function resultOf(part: Partial<DialogueToolResult> & { readonly observation: string }): DialogueToolResult {
  return { detail: null, failed: false, problems: [], found: [], kept: null, number: null, ...part };
}

export function invalidInput(problem: string): DialogueToolResult {
  return resultOf({ observation: problem, failed: true, problems: [{ type: 'input-invalid', problem }] });
}

const undated = (title: string): string => title.trim().replace(/ ?\(\d{4}\)$/u, '');

/** What an item is called without its year, and who made it: alike for its editions. */
const works = new WeakMap<Item, { readonly key: string; readonly makers: readonly string[] }>();

function workOf(item: Item): { readonly key: string; readonly makers: readonly string[] } {
  const { authors, director, brand } = item.attributes;
  const work = works.get(item) ?? {
    key: titleKey(undated(item.title)),
    makers: [authors ?? director ?? brand ?? []].flat().map(String),
  };
  works.set(item, work);
  return work;
}

/** Whether two items are editions of one work: called alike, by a common maker. */
export function isEdition(one: Item, other: Item): boolean {
  const [a, b] = [workOf(one), workOf(other)];
  return a.key === b.key && a.makers.some((maker) => b.makers.includes(maker));
}

export function withEditions(ids: readonly ItemId[], items: readonly Item[]): ReadonlySet<ItemId> {
  const own = ids.length === 0 ? [] : items.filter(({ id }) => ids.includes(id));
  const others = own.flatMap((seed) => items.filter((item) => isEdition(seed, item)).map(({ id }) => id));
  return new Set([...ids, ...others]);
}

/** Written titles as items, what there is to say of those that are in doubt, and the namesakes of those. */
export function resolveTitles(
  titles: TitleIndex,
  written: readonly string[],
): Readonly<Record<'items' | 'namesakes', readonly ItemReference[]>> & {
  readonly problems: readonly DialogueProblem[];
} {
  const items: ItemReference[] = [];
  const problems: DialogueProblem[] = [];
  const namesakes: ItemReference[] = [];
  const titlesOf = (references: readonly ItemReference[]): string[] => references.map(({ title }) => title);
  for (const text of written) {
    const match = titles.match(text);
    if (match.type === 'found') {
      if (!items.some(({ id }) => id === match.item.id)) items.push(match.item);
      const others = titlesOf(match.others).filter((title) => title !== match.item.title);
      const isOtherwise = titleKey(undated(text)) !== titleKey(undated(match.item.title));
      // Who wrote the title, and means the one that by far the most know, need not be told.
      if (isOtherwise || (match.isDoubtful && others.length > 0))
        problems.push({ type: 'title-taken', text, title: match.item.title, others });
    } else if (match.type === 'ambiguous') {
      problems.push({ type: 'title-ambiguous', text, titles: titlesOf(match.items) });
      for (const one of match.items) namesakes.push(one);
    } else problems.push({ type: 'title-unknown', text, near: titlesOf(match.near) });
  }
  return { items, problems, namesakes };
}
