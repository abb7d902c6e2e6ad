/** @file A database that caches recent answers: an experiment asks the same under every preset. */
import type { CatalogueEntry, Database, QueryResult } from '../../core/database.ts';
import { RecentlyUsed } from '../../core/recently-used.ts';

/** Characters kept for each kind of question: 32 MB. The 932 statements of 200 tasks have one million. */
const MOST_CHARACTERS = 16 * 2 ** 20;
const CHARACTERS_A_NUMBER = 8;

const lengthOf = (value: string | number | null): number =>
  typeof value === 'string' ? value.length : CHARACTERS_A_NUMBER;

const sizeOfRows = ({ rows }: QueryResult, sql: string): number =>
  rows.reduce((sum, row) => row.reduce<number>((size, value) => size + lengthOf(value), sum), sql.length);

const sizeOfEntries = (entries: readonly CatalogueEntry[], key: string): number =>
  entries.reduce((sum, { title, facts }) => sum + title.length + facts.length + 2 * CHARACTERS_A_NUMBER, key.length);

/** Wraps a database so that equal statements run once while they are kept. */
export function rememberedDatabase(database: Database, most = MOST_CHARACTERS): Database {
  const results = new RecentlyUsed<QueryResult>(most, sizeOfRows);
  const found = new RecentlyUsed<readonly CatalogueEntry[]>(most, sizeOfEntries);
  return {
    schema: database.schema,
    query(sql) {
      const known = results.get(sql);
      if (known !== undefined) return known;
      const result = database.query(sql);
      results.set(sql, result);
      return result;
    },
    async ask(sql, signal) {
      const known = results.get(sql);
      if (known !== undefined) return known;
      const result = await database.ask(sql, signal);
      results.set(sql, result);
      return result;
    },
    search(text, limit) {
      const key = `${String(limit)} ${text}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      const entries = database.search(text, limit);
      found.set(key, entries);
      return entries;
    },
    reviews: (itemId, limit) => database.reviews(itemId, limit),
  };
}
