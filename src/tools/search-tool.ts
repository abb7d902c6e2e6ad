/**
 * @file The Search tool (RecMind, section 3): facts about an item from outside the tables. Where they come from is the
 * provider's: the catalogue's full text, or Wikipedia where the user has allowed it.
 */
import type { CatalogueEntry, Database, SqlValue } from '../core/database.ts';
import { foundIn, type Found } from '../core/found.ts';
import type { Json } from '../core/json.ts';
import { itemOfTask } from '../core/task.ts';
import type { Tool } from '../core/recommender.ts';
import { itemsAttributes } from './records/attributes.ts';
import { failure, textArgument } from './schema.ts';

export interface SearchResult {
  readonly observation: string;
  /** Says where it is from: `{source: 'catalogue', …}`. */
  readonly detail: Json;
  readonly found?: Found;
  readonly failed: boolean;
}

export interface SearchProvider {
  readonly name: string;
  /** What is searched, and how it is matched, as a prompt says it. */
  readonly holds: string;
  /** What a search for a title gives, as a list of actions says it. */
  readonly about: string;
  readonly documents: number;
  /** @throws LabError `aborted` once the signal is */
  search(query: string, signal: AbortSignal): Promise<SearchResult>;
  /**
   * The whole text of the document of a title, a paragraph a line, as the observation; absent where a search tells all.
   * @throws LabError `aborted` once the signal is
   */
  document?(title: string, signal: AbortSignal): Promise<SearchResult>;
  /** What is known of these items. */
  list?(items: readonly number[]): SearchResult;
}

/** What prompts call the items that a task chooses among. */
const CANDIDATES = /^\W*(?:all )?(?:of )?(?:the |these )?candidates?(?: items)?\W*$/iu;

const QUERY = textArgument('query', 'A title or a few words to look for.');
const MOST_ENTRIES = 5;

export function searchTool(provider: SearchProvider): Tool {
  const tool: Tool = {
    name: 'search',
    description: `looks up a title or a few words; there is ${provider.holds}`,
    parameters: QUERY.parameters,
    async execute(args, { signal, candidates = [] }) {
      const input = QUERY.read(args);
      if ('failure' in input) return input.failure;
      if (candidates.length === 0 || !CANDIDATES.test(input.text)) return provider.search(input.text, signal);
      return provider.list?.(candidates) ?? failure('Search for the title of one of the candidates.');
    },
    offer(task) {
      const item = itemOfTask(task);
      if (item === null) return [];
      return [{ name: 'item-facts', tool, input: item.title, gives: provider.about }];
    },
  };
  return tool;
}

/** Names of the numbers that other sites give to items: nobody asks for them. */
export const FOREIGN_NUMBER = /(?:^|_)ids?$/u;
const MONEY = /^budget$|(?:^|_)(?:gross|revenue)$/u;
const isTold = (name: string): boolean => !FOREIGN_NUMBER.test(name) && !MONEY.test(name);

const told = (facts: string): string =>
  facts
    .split(/; (?=[\p{L}_ ]{1,40}: )/u)
    .filter((fact) => isTold(fact.slice(0, fact.indexOf(':'))))
    .join('; ');

export const titleOf = ({ title, year }: Pick<CatalogueEntry, 'title' | 'year'>): string =>
  year === null ? title : `${title} (${year})`;

export function foundInEntries(
  query: string,
  entries: readonly Omit<CatalogueEntry, 'facts'>[],
  valueOf: (entry: number) => SqlValue,
): Found {
  const meant = entries.filter((entry) => titleOf(entry) === query || entry.title === query);
  const about = { users: [], items: meant.map(({ itemId }) => itemId), ...(meant.length === 1 && { title: query }) };
  return foundIn('item-facts', about, {
    columns: ['item_id', 'title', 'year', 'value'],
    rows: entries.map(({ itemId, title, year }, at) => [itemId, title, year, valueOf(at)]),
  });
}

/** The full text of the dataset's catalogue: no network, the same every time. */
export function catalogueSearch(database: Database): SearchProvider {
  return {
    name: 'catalogue',
    about: "the catalogue's entry of it",
    holds:
      'an entry of the catalogue for each item, with title, year and facts, found by their words, not by meaning; it has no ratings or reviews',
    documents: MOST_ENTRIES,
    list(items) {
      const rows = [...itemsAttributes(database, items)];
      const observation = `The candidates: ${rows.map(([id, told]) => `${id}: ${told}`).join(' | ')}`;
      const found = foundIn('item-facts', { users: [], items }, { columns: ['item_id', 'value'], rows });
      return { observation, found, detail: { source: 'catalogue' }, failed: false };
    },
    async search(query) {
      const entries = database.search(query, MOST_ENTRIES);
      const detail = { source: 'catalogue' };
      const found = foundInEntries(query, entries, (at) => entries[at]?.facts ?? null);
      if (entries.length === 0)
        return { observation: 'Nothing in the catalogue matches.', found, detail, failed: false };
      const lines = entries.map(({ itemId, title, year, ...entry }) => {
        const facts = told(entry.facts);
        return `${itemId}: ${titleOf({ title, year })}${facts === '' ? '' : `, ${facts}`}`;
      });
      return { observation: `Found in the catalogue: ${lines.join(' | ')}`, found, detail, failed: false };
    },
  };
}
