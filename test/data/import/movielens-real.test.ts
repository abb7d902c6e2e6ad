/** The real files, with the counts that their README and a count by other programs give. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import type { Dataset, Item } from '../../../src/core/dataset.ts';
import { sharedFile, testWithShared } from '../../shared.ts';
import { importBytes } from './zips.ts';

const SMALL = 'data/ml-latest-small.zip';
const HUNDRED_K = 'data/ml-100k.zip';
const read = (path: string): Uint8Array => readFileSync(sharedFile(path));

const listOf = (item: Item, name: string): readonly string[] => {
  const value = item.attributes[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
};

const byId = (dataset: Dataset, id: number): Item | undefined => dataset.items.find((item) => item.id === id);

/** The columns of interactions as a plain split of the lines has them. */
function plainColumns(text: string, separator: string, skip: number): readonly (readonly number[])[] {
  const rows = text.trimEnd().split(/\r?\n/).slice(skip);
  return [0, 1, 2, 3].map((column) => rows.map((row) => Number(row.split(separator)[column])));
}

function expectColumns({ interactions }: Dataset, columns: readonly (readonly number[])[]): void {
  const { user, item, rating, time } = interactions;
  expect([user, item, rating, time].map((column) => [...column])).toEqual(columns);
}

testWithShared('ml-latest-small has every published count and no rejected row', [SMALL], async () => {
  const bytes = read(SMALL);
  const dataset = await importBytes(bytes, { name: 'ml-latest-small.zip' });
  expect(dataset.manifest).toMatchObject({
    name: 'ml-latest-small',
    title: 'MovieLens latest-small',
    sha256: '696d65a3dfceac7c45750ad32df2c259311949efec81f0f144fdfb91ebc9e436',
    counts: { users: 610, items: 9742, interactions: 100836 },
  });
  expect([dataset.rejected, dataset.rejectedCounts]).toEqual([[], {}]);
  const ratings = unzipSync(bytes)['ml-latest-small/ratings.csv'] ?? new Uint8Array();
  expectColumns(dataset, plainColumns(strFromU8(ratings), ',', 1));
});

testWithShared('the oddities of ml-latest-small come out as they were counted', [SMALL], async () => {
  const dataset = await importBytes(read(SMALL));
  const { items } = dataset;
  const rated = new Set(dataset.interactions.item);
  expect(items.filter(({ id }) => !rated.has(id))).toHaveLength(18);
  expect(items.filter(({ year }) => year === null)).toHaveLength(12);
  expect(byId(dataset, 171749)).toMatchObject({ title: 'Death Note: Desu nôto', year: 2006 });
  expect(items.filter((item) => listOf(item, 'genres').length === 0)).toHaveLength(34);
  expect(items.filter(({ attributes }) => attributes['tmdb_id'] === undefined)).toHaveLength(8);
  expect(items.filter(({ attributes }) => attributes['tmdb_id'] === '4912')).toHaveLength(2);
  expect(items.filter(({ title }) => title !== title.trim())).toHaveLength(0);
  const tags = items.flatMap((item) => listOf(item, 'tags'));
  expect(new Set(tags).size).toBe(1475);
  expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(1475);
  const names = new Map<string, number>();
  for (const { title, year } of items)
    names.set(`${title} ${String(year)}`, (names.get(`${title} ${String(year)}`) ?? 0) + 1);
  expect([...names.values()].filter((count) => count > 1)).toHaveLength(5);
  expect(byId(dataset, 29)).toMatchObject({
    title: 'The City of Lost Children (La Cité des enfants perdus)',
    attributes: { source_title: 'City of Lost Children, The (Cité des enfants perdus, La) (1995)' },
  });
});

testWithShared('ml-100k has every published count and no rejected row', [HUNDRED_K], async () => {
  const bytes = read(HUNDRED_K);
  const dataset = await importBytes(bytes);
  expect(dataset.manifest).toMatchObject({
    name: 'ml-100k',
    counts: { users: 943, items: 1682, interactions: 100000 },
  });
  expect([dataset.rejected, dataset.rejectedCounts]).toEqual([[], {}]);
  expectColumns(dataset, plainColumns(strFromU8(unzipSync(bytes)['ml-100k/u.data'] ?? new Uint8Array()), '\t', 0));
});
