import { expect, test } from 'vitest';
import type { Item } from '../../../src/core/dataset.ts';
import { likeByContent, withLikeness } from '../../../src/recommenders/interec/rankers.ts';
import type { SoftRetrieval } from '../../../src/tools/retrieval/soft-retrieval.ts';

const film = (id: number, title: string, year: number, genres: readonly string[], director: string): Item => ({
  id,
  title,
  year,
  sourceId: String(id),
  attributes: { genres, director },
});
const ITEMS = [
  film(1, 'Red Sunshine', 2004, ['Romance', 'Science Fiction'], 'Ada Lund'),
  film(2, 'Blue Sunshine', 1978, ['Western'], 'Bo Falk'),
  film(3, 'Quiet Rooms', 2005, ['Romance', 'Science Fiction'], 'Cy Holm'),
  film(4, 'Loud Rooms', 2006, ['Comedy'], 'Ada Lund'),
  ...Array.from({ length: 20 }, (_, at) =>
    film(5 + at, `Other ${'abcdefghijklmnopqrst'[at]!}`, 1950, ['Western'], 'Dee'),
  ),
];
/** Texts alike are those that share a word, as "Sunshine". */
const TEXTS: SoftRetrieval = {
  embedding: { id: 'test', title: 'shared words', provenance: null },
  search: () => Promise.resolve([]),
  like: (seed) =>
    ITEMS.filter(({ id }) => id !== seed).map((item) => ({ item, cosine: seed + item.id === 3 ? 0.6 : 0.1 })),
};
const LIKE = likeByContent(TEXTS, ITEMS, new Map());

test('shared kinds, a maker and near years say more than a word of the title', () => {
  const [first, second, third] = LIKE.like(1, { limit: 3 }).map(({ item }) => item.title);
  expect([first, second, third]).toEqual(['Quiet Rooms', 'Loud Rooms', 'Blue Sunshine']);
});

test('where few people say which items go together, likeness decides; where many do, they do', () => {
  const scores = (together: number): Float64Array =>
    withLikeness(
      { title: 'test', scores: (_liked, items) => Float64Array.from(items, (id) => (id === 2 ? together : 0)) },
      LIKE,
      () => 1,
    ).scores([1], [2, 3]);
  expect(scores(0.01)[1]).toBeGreaterThan(scores(0.01)[0] ?? 0);
  expect(scores(9)[0]! - scores(0.01)[0]!).toBeGreaterThan(0.5);
});
