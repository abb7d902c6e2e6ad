/**
 * @file Retrieval by meaning: the items whose vectors point where the query's does. "Soft", as InteRecAgent calls it (Huang and
 * others 2023, section 3.2), because nothing has to match. Every item is compared: exact, and fast enough for some ten thousand.
 */
import type { Item, ItemId, Attributes } from '../../core/dataset.ts';
import type { EmbeddingModel } from '../../core/language-model.ts';
import { LabError } from '../../core/errors.ts';
import { foundInEntries, type SearchProvider } from '../search-tool.ts';

/** The most frequent ones; a film may have hundreds. */
const MOST_ENTRIES = 20;

/** The beginning of a description says what it is about; all of it would drown the rest. */
const LONGEST_DESCRIPTION = 500;

const listOf = (attributes: Attributes, name: string): string => {
  const value = attributes[name];
  return Array.isArray(value) ? (value as readonly string[]).slice(0, MOST_ENTRIES).join(', ') : '';
};

/** `Heat (1995). Genres: Action, Crime. Tags: heist.`; what the source does not say is left out. */
export function itemText({ title, year, attributes }: Item): string {
  const parts = ['Genres', 'Categories', 'Tags'].flatMap((label) => {
    const entries = listOf(attributes, label.toLowerCase());
    return entries === '' ? [] : [`${label}: ${entries}.`];
  });
  const { description } = attributes;
  const about = typeof description === 'string' ? [description.slice(0, LONGEST_DESCRIPTION)] : [];
  return [`${title}${year === null ? '' : ` (${String(year)})`}.`, ...parts, ...about].join(' ');
}

export interface RetrievedItem {
  readonly item: Item;
  /** From −1 to 1. */
  readonly cosine: number;
}

export interface RetrievalQuery {
  readonly limit: number;
  /** Only among these; all items where not given. */
  readonly among?: ReadonlySet<ItemId>;
  readonly signal: AbortSignal;
}

export interface SoftRetrieval {
  readonly embedding: Pick<EmbeddingModel, 'id' | 'title' | 'provenance' | 'isByWordsAlone'>;
  /** What `like` goes by, where it is not the embedding. */
  readonly likeBy?: string;
  /**
   * Items by the cosine of their text and the query, nearest first, equals by id; none for a query without a word.
   * @throws LabError `aborted`, and what the embedding throws
   */
  search(text: string, query: RetrievalQuery): Promise<readonly RetrievedItem[]>;
  /** The items nearest to an item, without it; none for an item that there is not. */
  like(itemId: ItemId, query: Omit<RetrievalQuery, 'signal'>): readonly RetrievedItem[];
}

/**
 * Retrieval over items.
 * @param vectors one row of `embedding.dimensions` an item, of length 1 or zeros
 */
export function softRetrieval(embedding: EmbeddingModel, items: readonly Item[], vectors: Float32Array): SoftRetrieval {
  const { id, title, provenance, dimensions } = embedding;
  if (vectors.length !== items.length * dimensions) {
    throw new LabError('internal', `There are ${String(vectors.length)} numbers for ${String(items.length)} items.`);
  }
  const rowOf = new Map(items.map((item, row) => [item.id, row]));
  const nearest = (vector: Float32Array, limit: number, isWanted: (id: ItemId) => boolean): RetrievedItem[] => {
    if (vector.every((value) => value === 0)) return [];
    const found: RetrievedItem[] = [];
    items.forEach((item, row) => {
      if (isWanted(item.id)) found.push({ item, cosine: dot(vectors, row * dimensions, vector) });
    });
    return found.sort((a, b) => b.cosine - a.cosine || a.item.id - b.item.id).slice(0, Math.max(0, limit));
  };
  return {
    embedding: { id, title, provenance, ...(embedding.isByWordsAlone === true && { isByWordsAlone: true }) },
    async search(text, { limit, among, signal }) {
      const [vector = new Float32Array(dimensions)] = await embedding.embed([text], { signal });
      return nearest(vector, limit, (itemId) => among?.has(itemId) ?? true);
    },
    like(itemId, { limit, among }) {
      const row = rowOf.get(itemId);
      if (row === undefined) return [];
      const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
      return nearest(vector, limit, (other) => other !== itemId && (among?.has(other) ?? true));
    },
  };
}

function dot(rows: Float32Array, start: number, vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += (rows[start + at] as number) * (vector[at] as number);
  return sum;
}

const MOST_ITEMS = 5;

/** Digits after the point: more would differ between runtimes. */
const DIGITS = 3;

export function meaningSearch(retrieval: SoftRetrieval): SearchProvider {
  const { id, title } = retrieval.embedding;
  return {
    name: 'meaning',
    about: 'the entries of the catalogue that are nearest in meaning to it',
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
