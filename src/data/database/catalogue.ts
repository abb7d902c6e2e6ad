/**
 * @file Full-text search over the catalogue, ranked by BM25 (Robertson and Zaragoza 2009, section 3.4), a word in the title
 * counting more than one in the facts.
 */
import { log } from '../../core/numbers/elementary-functions.ts';
import type { CatalogueEntry } from '../../core/database.ts';
import type { SqlConnection, SqlStatement } from './engine.ts';
import { searchWords } from './facts.ts';

const K1 = 1.2;
const B = 0.75;
const WEIGHTS = [3, 1] as const;
const MOST_WORDS = 12;

/** The score of a row from `matchinfo(catalogue, 'pcnalx')`: phrases, columns, rows, mean lengths, lengths, hits. */
function score(info: Uint32Array): number {
  const at = (index: number) => info[index] ?? 0;
  const phrases = at(0);
  const columns = at(1);
  const rows = at(2);
  let sum = 0;
  for (let phrase = 0; phrase < phrases; phrase += 1) {
    WEIGHTS.forEach((weight, column) => {
      const hits = 3 + 2 * columns + 3 * (column + phrase * columns);
      const inRow = at(hits);
      const rowsWithHits = at(hits + 2);
      const length = at(3 + columns + column) / Math.max(at(3 + column), 1);
      const rarity = log(1 + (rows - rowsWithHits + 0.5) / (rowsWithHits + 0.5));
      sum += (weight * rarity * inRow * (K1 + 1)) / (inRow + K1 * (1 - B + B * length));
    });
  }
  return sum;
}

type Hit = readonly [itemId: number, score: number];

function hitsOf(found: SqlStatement, query: string): Hit[] {
  const hits: Hit[] = [];
  found.bind([query]);
  while (found.step()) {
    const [itemId, info] = found.get() as [number, Uint8Array];
    hits.push([itemId, score(new Uint32Array(info.slice().buffer))]);
  }
  return hits.sort(([itemA, a], [itemB, b]) => b - a || itemA - itemB);
}

/** Items with all of the words, or, where there is none, with any of them; best first, equals by id. */
export function searchCatalogue(connection: SqlConnection, text: string, limit: number): readonly CatalogueEntry[] {
  const words = [...new Set(searchWords(text))].slice(0, MOST_WORDS).map((word) => `"${word}"`);
  if (words.length === 0) return [];
  const found = connection.prepare(
    "SELECT docid, matchinfo(catalogue, 'pcnalx') FROM catalogue WHERE catalogue MATCH ?",
  );
  const entry = connection.prepare(
    'SELECT items.title, items.year, catalogue.facts FROM items JOIN catalogue ON docid = item_id WHERE item_id = ?',
  );
  try {
    // A common word such as a year is in hundreds of rows, and each of them would have to be scored.
    const withAll = hitsOf(found, words.join(' '));
    const hits = withAll.length > 0 ? withAll : hitsOf(found, words.join(' OR '));
    return hits.slice(0, limit).map(([itemId]) => {
      const [title, year, facts] = entry.get([itemId]) as [string, number | null, string];
      return { itemId, title, year, facts };
    });
  } finally {
    found.free();
    entry.free();
  }
}
