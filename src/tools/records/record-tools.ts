/**
 * @file The analyst's look-ups (MACRec's info and interaction tools) over training interactions: who somebody is, what something
 * is, and who rated what how. Their sentences have a fixed form, so that what an agent says can be checked against them.
 */
import type { Database, SqlValue } from '../../core/database.ts';
import type { UserId } from '../../core/dataset.ts';
import { foundIn, type About, type Found } from '../../core/found.ts';
import type { Json } from '../../core/json.ts';
import type { LanguageModel } from '../../core/language-model.ts';
import type { Tool, ToolResult } from '../../core/recommender.ts';
import { failure } from '../schema.ts';
import { linesThatFit } from '../text-budget.ts';
import { itemAttributes, personProfile } from './attributes.ts';
import { extractiveSummary } from '../summarize-tool.ts';
import { BETWEEN_SENTENCES } from '../../core/text/words.ts';
import type { SearchProvider, SearchResult } from '../search-tool.ts';

const LONGEST = 1000;

const textsOf = (args: Json, names: readonly string[]): readonly string[] | null => {
  const given = (args ?? {}) as { readonly [name: string]: Json };
  const texts = names.map((name) => given[name]);
  return texts.every((text) => typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST)
    ? (texts as string[])
    : null;
};

const parametersOf = (names: readonly string[], type: 'string' | 'integer' = 'string'): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type }])),
  required: [...names],
  additionalProperties: false,
});

/** Facts and sentences of a text: what a look-up shows one of. */
const passagesOf = (text: string): readonly string[] =>
  text
    .split(/(?<!\s)\s+\|\s+|;\s+|\n+/u)
    .flatMap((part) => part.split(BETWEEN_SENTENCES))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '');

/**
 * The tools of a searcher over a provider. Where it has whole documents, each is read once, and a look-up of the same term shows its next
 * paragraph (MACRec's Wikipedia tool).
 */
export function searchTools(provider: SearchProvider): readonly Tool[] {
  const read = new Map<string, SearchResult>();
  const shown = new Map<string, number>();
  return [
    {
      name: 'Search',
      description: 'finds documents by words',
      parameters: parametersOf(['query']),
      async execute(args, { signal }) {
        const texts = textsOf(args, ['query']);
        if (texts === null) return failure('Search takes a text of 1 to 1000 characters.');
        return provider.search(texts[0] ?? '', signal);
      },
    },
    {
      name: 'Lookup',
      description: 'finds the passages with a term in the document of a title',
      parameters: parametersOf(['title', 'term']),
      async execute(args, { signal }) {
        const texts = textsOf(args, ['title', 'term']);
        if (texts === null) return failure('Lookup takes a title and a term.');
        const [title = '', term = ''] = texts;
        if (provider.document !== undefined) {
          const whole = read.get(title) ?? (await provider.document(title, signal));
          if (whole.failed) return whole;
          read.set(title, whole);
          const key = JSON.stringify([title, term.toLowerCase()]);
          const at = shown.get(key) ?? 0;
          shown.set(key, at + 1);
          return { ...whole, observation: paragraphAt(whole.observation, title, term, at) };
        }
        const result = await provider.search(title, signal);
        if (result.failed) return result;
        const passages = passagesOf(result.observation).filter((one) => one.toLowerCase().includes(term.toLowerCase()));
        const observation =
          passages.length === 0 ? `Nothing about "${term}" is said of ${title}.` : passages.slice(0, 3).join(' … ');
        return { ...result, observation };
      },
    },
  ];
}

function paragraphAt(text: string, title: string, term: string, at: number): string {
  const found = text.split('\n').filter((paragraph) => paragraph.toLowerCase().includes(term.toLowerCase()));
  if (found.length === 0) return `Nothing about "${term}" is said in ${title}.`;
  return found[at] === undefined
    ? `Nothing more about "${term}" is said in ${title}.`
    : `(Result ${at + 1} / ${found.length}) ${found[at]}`;
}

const SENTENCES = 3;

export function dialogueSummaryTool(): Tool {
  return {
    name: 'Summarize',
    description: 'summarizes the whole text in its own sentences',
    parameters: parametersOf(['text']),
    async execute(args) {
      const { text } = (args ?? {}) as { readonly text?: unknown };
      if (typeof text !== 'string' || text.trim() === '') return failure('There is nothing to summarize.');
      return { observation: extractiveSummary(text.split('\n'), SENTENCES), detail: null, failed: false };
    },
  };
}

export const MOST_INTERACTIONS = 100;

export interface Moment {
  readonly user: UserId;
  /** As the table of interactions has it. */
  readonly time: number;
}

/**
 * Interactions before a moment; those of the same second are of an unknown order, so of them only the person's own count, which a
 * split has put before it.
 */
const before = (until: Moment | null): string =>
  until === null ? '' : ` AND (time < ${until.time} OR (time = ${until.time} AND user_id = ${until.user}))`;

type Look = (ids: readonly number[], model: LanguageModel) => ToolResult;

function numberTool(name: string, description: string, properties: readonly string[], look: Look): Tool {
  return {
    name,
    description,
    parameters: parametersOf(properties, 'integer'),
    async execute(args, { model }) {
      const given = (args ?? {}) as { readonly [name: string]: Json };
      const values = properties.map((property) => given[property]);
      const whole = values.filter((value): value is number => Number.isSafeInteger(value));
      if (whole.length === properties.length) return look(whole, model);
      return failure(`${name} takes whole numbers: ${properties.join(', ')}.`);
    },
  };
}

const success = (observation: string, found: Found, detail: Json = null): ToolResult => ({
  ...{ observation, found, detail, failed: false },
});

const aboutOne = (name: 'user' | 'item', id: number): About =>
  name === 'user' ? { users: [id], items: [] } : { users: [], items: [id] };

/**
 * `UserInfo[id]`, `ItemInfo[id]`, `UserHistory[id, k]`, `ItemHistory[id, k]`.
 * @param until what histories end before, as MACRec's do; null for all that is on record
 */
export function recordTools(database: Database, until: Moment | null = null): readonly Tool[] {
  return [
    numberTool('UserInfo', 'tells the profile of a user', ['id'], ([id = 0]) => info(database, 'user', id)),
    numberTool('ItemInfo', 'tells the attributes of an item', ['id'], ([id = 0]) => info(database, 'item', id)),
    numberTool('UserHistory', 'lists the latest k ratings by a user', ['id', 'k'], ([id = 0, k = 0], model) =>
      history({ database, until, model }, 'user', id, k),
    ),
    numberTool('ItemHistory', 'lists the latest k ratings of an item', ['id', 'k'], ([id = 0, k = 0], model) =>
      history({ database, until, model }, 'item', id, k),
    ),
  ];
}

function info(database: Database, of: 'user' | 'item', id: number): ToolResult {
  const told = of === 'user' ? personProfile(database, id) : itemAttributes(database, id);
  if (told === null) return failure(`There is no ${of} ${id}.`);
  const value = told.replaceAll('\n', '; ');
  const found = { query: `${of}-facts`, about: aboutOne(of, id), value, support: 1, columns: [], rows: [] };
  return success(`${of === 'user' ? 'User' : 'Item'} ${id}: ${value}`, found);
}

/** The latest stand last, as in every history that a prompt tells. @param model who reads it: a list is no longer than its context holds */
function history(
  { database, until, model }: { database: Database; until: Moment | null; model: LanguageModel },
  name: 'user' | 'item',
  id: number,
  k: number,
): ToolResult {
  const isUser = name === 'user';
  const other = isUser ? 'item_id' : 'user_id';
  const known = isUser ? personProfile(database, id) : itemAttributes(database, id);
  if (known === null) return failure(`There is no ${name} ${id}.`);
  const most = Math.min(k, MOST_INTERACTIONS);
  if (most < 1) return failure('k must be 1 or more.');
  const which = `FROM interactions WHERE ${name}_id = ${id}${before(until)}`;
  const { rows } = database.query(`SELECT ${other}, rating ${which} ORDER BY time DESC, ${other} DESC LIMIT ${most}`);
  const subject = isUser ? 'User' : 'Item';
  const earlier = until === null ? '' : ' earlier';
  const told = foundIn(`${name}-history`, aboutOne(name, id), { columns: [other, 'rating'], rows });
  if (rows.length === 0) return success(`${subject} ${id} has no${earlier} ratings on record.`, told);
  const all = Number(database.query(`SELECT COUNT(*) ${which}`).rows[0]?.[0] ?? 0);
  const headOf = (shown: number): string =>
    `The latest ${shown} of ${all}${earlier} ratings ${isUser ? 'by user' : 'of item'} ${id}, the latest last${shown < rows.length ? ' (no more fit in here)' : ''}:`;
  const spread = spreadOf(database, which);
  const nameOf = (one: number): string => (isUser ? `${one}: ${itemAttributes(database, one) ?? ''}` : `user ${one}`);
  const lines = rows.map(([one, rating]) => `${nameOf(Number(one))} (rating: ${inWords(rating)})`);
  const listed = linesThatFit(lines, `${headOf(1)}\n${spread}`, model);
  const observation = `${headOf(listed.length)}\n${spread}${listed.toReversed().join('\n')}`;
  return success(observation, { ...told, rows: rows.slice(0, listed.length) }, { k: most, of: all });
}

/** Of all ratings, which k does not cut: a line, or nothing where there are no numbers. */
function spreadOf(database: Database, which: string): string {
  const [row = []] = database.query(`SELECT COUNT(rating), AVG(rating), AVG(rating * rating) ${which}`).rows;
  const [count, mean, square] = row.map(Number) as [number, number, number];
  if (count === 0) return '';
  const deviation = Math.sqrt(Math.max(0, square - mean * mean));
  return `Over all ${count}: mean ${mean.toFixed(2)}, standard deviation ${deviation.toFixed(2)}.\n`;
}

const inWords = (rating: SqlValue | undefined): string => (typeof rating === 'number' ? String(rating) : 'none');
