/** @file The catalogues that requests are said to: the packaged films, books, products and MovieLens. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Dataset, Interactions } from '../../../../src/core/dataset.ts';
import { createRandom } from '../../../../src/core/random.ts';
import { loadPackagedDataset } from '../../../../src/data/import/packaged-dataset.ts';
import { importShared } from '../../../data/import/sources.ts';
import type { Request } from './judge.ts';

const FILMS = resolve(import.meta.dirname, '../../../../datasets/synthetic-films');
const MOVIELENS = 'ml-latest-small.zip';
const BOOKS = 'books-7k.csv.gz';
const PRODUCTS = ['amazon-2018/Gift_Cards_5.json.gz', 'amazon-2018/meta_Gift_Cards.json.gz'];

/** Which files of `../shared` a catalogue needs. */
export const NEEDS: Readonly<Record<Request['on'], readonly string[]>> = {
  films: [],
  books: [`data/${BOOKS}`],
  products: PRODUCTS.map((file) => `data/${file}`),
  movielens: [`data/${MOVIELENS}`],
};

const PEOPLE = 400;
const EACH = 25;

/** The books are a catalogue without ratings: these are drawn from a seed about each book's own average, and are nobody's. */
function withDrawnRatings(dataset: Dataset): Dataset {
  const random = createRandom('drawn ratings of books');
  const seen = new Set<string>();
  const rows: (readonly [user: number, item: number, rating: number])[] = [];
  for (let at = 0; at < PEOPLE * EACH; at += 1) {
    const user = 1 + (at % PEOPLE);
    const item = dataset.items[Math.floor(random.uniform() ** 3 * dataset.items.length)];
    if (item === undefined || seen.has(`${user} ${item.id}`)) continue;
    seen.add(`${user} ${item.id}`);
    const average = Number(item.attributes['vote_average'] ?? 3.9);
    rows.push([user, item.id, Math.min(5, Math.max(1, Math.round(average + 2 * (random.uniform() - 0.5))))]);
  }
  const interactions: Interactions = {
    user: Int32Array.from(rows, ([user]) => user),
    item: Int32Array.from(rows, ([, item]) => item),
    rating: Float64Array.from(rows, ([, , rating]) => rating),
    time: Float64Array.from(rows, (_row, at) => at),
  };
  const users = Array.from({ length: PEOPLE }, (_, at) => ({
    id: at + 1,
    name: `drawn reader ${at + 1}`,
    sourceId: String(at + 1),
    attributes: {},
  }));
  const counts = { ...dataset.manifest.counts, users: PEOPLE, interactions: rows.length };
  return {
    ...dataset,
    users,
    interactions,
    manifest: { ...dataset.manifest, counts, scale: { min: 1, max: 5, step: 1 } },
  };
}

export async function openSaid(on: Request['on']): Promise<Dataset> {
  if (on === 'books') return withDrawnRatings(await importShared(BOOKS));
  if (on === 'products') return importShared(...PRODUCTS);
  if (on === 'movielens') return importShared(MOVIELENS);
  return loadPackagedDataset(
    (file) => Promise.resolve(new Uint8Array(readFileSync(resolve(FILMS, file)))),
    new AbortController().signal,
  );
}
