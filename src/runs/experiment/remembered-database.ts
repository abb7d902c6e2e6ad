/**
 * @file A database that remembers all it was asked. An experiment asks the same of the same people under every preset.
 */
import type { CatalogueEntry, Database, QueryResult } from '../../core/database.ts';

/** Wraps a database; equal statements are run once. */
export function rememberedDatabase(database: Database): Database {
  const results = new Map<string, QueryResult>();
  const found = new Map<string, readonly CatalogueEntry[]>();
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
