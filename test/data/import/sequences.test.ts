import { expect, test } from 'vitest';
import { testWithShared } from '../../shared.ts';
import { counts, importShared, importSources, listIn, madeSource } from './sources.ts';
import { labErrorOf } from './zips.ts';

const LINES = '1 10 20 30\n2 20 40\n5 10 30 40 20\n';

test('sequences become interactions in order, without ratings, and go by their numbers', async () => {
  const dataset = await importSources(madeSource('Toys.txt', LINES));
  expect(dataset.manifest).toMatchObject({ name: 'toys', counts: { users: 3, items: 4, interactions: 9 } });
  expect([...dataset.interactions.user]).toEqual([1, 1, 1, 2, 2, 5, 5, 5, 5]);
  expect([...dataset.interactions.item]).toEqual([10, 20, 30, 20, 40, 10, 30, 40, 20]);
  expect([...dataset.interactions.time]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect([...dataset.interactions.rating].every(Number.isNaN)).toBe(true);
  expect(dataset.users[2]).toEqual({ id: 5, name: 'person 5', attributes: {} });
  expect(dataset.items[0]).toEqual({ id: 10, title: 'item 10', year: null, attributes: {} });
});

test('maps of ids and attributes beside them are used, in any order of dropping', async () => {
  const ids = madeSource('datamaps.json', JSON.stringify({ id2user: { 1: 'A1' }, id2item: { 10: 'B10' } }, null, 4));
  const attributes = madeSource('Toys_item2attributes.json', JSON.stringify({ 10: [3, 4, 3], 20: [5] }));
  const sources = [attributes, madeSource('Toys.txt', LINES), ids];
  const dataset = await importSources(sources);
  expect(dataset.users[0]).toMatchObject({ id: 1, sourceId: 'A1' });
  expect(dataset.items[0]).toEqual({
    id: 10,
    title: 'B10',
    year: null,
    sourceId: 'B10',
    attributes: { attribute_ids: ['3', '4'] },
  });
  expect(dataset.cleanedCounts).toEqual({ 'attribute named twice: once kept': 1 });
  expect((await importSources([...sources].reverse())).manifest.sha256).toBe(dataset.manifest.sha256);
});

test('lines that are none are rejected, and an item that comes twice counts where it came last', async () => {
  const many = LINES.repeat(10)
    .split('\n')
    .slice(0, 20)
    .map((line, user) => line.replace(/^\d+/, String(user + 10)));
  const after = ['x 1 2', '6', '7 1 two', '', '8 1 2 1', '10 99 20'];
  const read = await importSources(madeSource('x.txt', [...many, ...after].join('\n')));
  expect(read.rejected.map((row) => [row.line, row.reason, row.text]).slice(0, 3)).toEqual([
    [21, 'user id is not a number', 'x 1 2'],
    [22, 'no items', '6'],
    [23, 'item id is not a number', '7 1 two'],
  ]);
  expect(read.rejected.slice(3).map((row) => [row.line, row.text])).toEqual([
    [25, ''],
    [1, ''],
  ]);
  const { user, item } = read.interactions;
  expect([...item].filter((_, at) => user[at] === 8)).toEqual([2, 1]);
  expect([...item].filter((_, at) => user[at] === 10)).toEqual([10, 30, 99, 20]);
});

test('parts of a split are one dataset; sequences of two datasets are refused', async () => {
  const parts = await importSources([
    madeSource('test.txt', '1 30\n2 5\n'),
    madeSource('train.txt', '1 10 20\n2 20 3 7\n'),
  ]);
  expect([...parts.interactions.item]).toEqual([10, 20, 20, 3, 7, 30, 5]);
  const error = await labErrorOf(importSources([madeSource('Toys.txt', LINES), madeSource('Sports.txt', LINES)]));
  expect([error.code, error.message]).toMatchObject(['file-invalid', expect.stringContaining('Sports.txt, Toys.txt')]);
});

const BEAUTY = ['Beauty.txt.gz', 'id2asin-id2user.json.gz', 'Beauty_item2attributes.json.gz'].map(
  (file) => `amazon-beauty-2014-sequences/${file}`,
);

testWithShared(
  'Beauty has its 22,363 people, 12,101 items and 198,502 choices',
  BEAUTY.map((path) => `data/${path}`),
  async () => {
    const dataset = await importShared(...BEAUTY);
    expect(dataset.manifest.name).toBe('beauty');
    expect(counts(dataset)).toEqual([22363, 12101, 198502]);
    expect(dataset.rejectedCounts).toEqual({});
    expect(dataset.cleanedCounts).toEqual({ 'attribute named twice: once kept': 5 });
    expect(dataset.users[0]).toEqual({ id: 1, name: 'person 1', sourceId: 'A1YJEY40YUW4SE', attributes: {} });
    expect(dataset.items.every(({ sourceId }) => sourceId !== undefined)).toBe(true);
    const lengths = new Map<number, number>();
    for (const id of dataset.interactions.user) lengths.set(id, (lengths.get(id) ?? 0) + 1);
    expect([Math.min(...lengths.values()), Math.max(...lengths.values())]).toEqual([5, 204]);
    const attributes = dataset.items.flatMap((item) => listIn(item, 'attribute_ids'));
    expect(new Set(attributes).size).toBe(637);
    expect(attributes.length).toBeGreaterThanOrEqual(45037 - 10);
  },
);
