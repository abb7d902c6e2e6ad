/** @file Search in the catalogue by meaning, for the Search tool. */
import { foundInEntries, type SearchProvider } from '../search-tool.ts';
import { itemText } from './item-text.ts';
import type { SoftRetrieval } from './soft-retrieval.ts';

const MOST_ITEMS = 5;
/** Digits after the point: more would differ between runtimes. */
const DIGITS = 3;

/** The items whose texts are nearest to the query, with their cosines. A title that is typed need not come first. */
export function meaningSearch(retrieval: SoftRetrieval): SearchProvider {
  const { id, title } = retrieval.embedding;
  return {
    name: 'meaning',
    about: (name) => `the entries of the catalogue that are nearest in meaning to ${name}`,
    holds:
      'an entry of the catalogue for each item, with its title and facts, of which those nearest in meaning are found',
    documents: MOST_ITEMS,
    async search(query, signal) {
      const nearest = await retrieval.search(query, { limit: MOST_ITEMS, signal });
      const items = nearest.map(({ item, cosine }) => ({
        itemId: item.id,
        title: item.title,
        year: item.year,
        cosine: Number(cosine.toFixed(DIGITS)),
      }));
      const detail = { source: 'meaning', embedding: id, title };
      const found = foundInEntries(query, items, (at) => items[at]?.cosine ?? null);
      if (nearest.length === 0)
        return { observation: 'The query has no word to search by.', found, detail, failed: false };
      const lines = nearest.map(
        ({ item }, at) => `${String(item.id)}: ${itemText(item)} (${String(items[at]?.cosine)})`,
      );
      return { observation: `Nearest in meaning, with the cosine: ${lines.join(' | ')}`, found, detail, failed: false };
    },
  };
}
