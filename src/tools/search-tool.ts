/**
 * @file The Search tool (RecMind, section 3): facts about an item from outside the tables. Where they come from is the
 * provider's: the catalogue's full text, or Wikipedia where the user has allowed it.
 */
import type { CatalogueEntry, Database, SqlValue } from '../core/database.ts';
import { foundIn, type Found } from '../core/found.ts';
import type { Json } from '../core/json.ts';
import { itemOfTask } from '../core/task.ts';
import type { Tool } from '../core/recommender.ts';
import { FOREIGN_NUMBER } from './known-attributes.ts';
import { textArgument } from './schema.ts';

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
}

const QUERY = textArgument('query', 'A title or a few words to look for.');
const MOST_ENTRIES = 5;

export function searchTool(provider: SearchProvider): Tool {
  const tool: Tool = {
    name: 'search',
    description: `looks up a title or a few words; there is ${provider.holds}`,
    parameters: QUERY.parameters,
    async execute(args, { signal }) {
      const input = QUERY.read(args);
      return 'failure' in input ? input.failure : provider.search(input.text, signal);
    },
    offer(task) {
      const item = itemOfTask(task);
      if (item === null) return [];
      return [{ name: 'item-facts', tool, input: item.title, gives: provider.about }];
    },
  };
  return tool;
}

const MOST_FACTS = 4;
const MONEY = /^budget$|(?:^|_)(?:gross|revenue)$/u;
/** Whether a fact tells something of an item: the numbers that other sites give it and money do not. */
const isTold = (name: string): boolean => !FOREIGN_NUMBER.test(name) && !MONEY.test(name);

const told = (facts: string): string =>
  facts
    .split(/; (?=[\p{L}_ ]{1,40}: )/u)
    .filter((fact) => isTold(fact.slice(0, fact.indexOf(':'))))
    .join('; ');

/** The commonest facts of items: ` and facts (genre, director, …)`. */
function factsIn(database: Database): string {
  const names = database
    .query('SELECT attribute FROM item_attributes GROUP BY attribute ORDER BY COUNT(DISTINCT item_id) DESC, attribute')
    .rows.map(([name]) => String(name))
    .filter(isTold);
  return names.length === 0 ? '' : ` and facts (${names.slice(0, MOST_FACTS).join(', ')})`;
}

const titleOf = ({ title, year }: Pick<CatalogueEntry, 'title' | 'year'>): string =>
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
    holds: `an entry of the catalogue for each item, with its title, year${factsIn(database)}; it is found by words that stand in these, not by their meaning, and has no ratings or reviews by the people here`,
    documents: MOST_ENTRIES,
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
