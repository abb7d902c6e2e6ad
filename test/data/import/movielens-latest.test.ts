import { expect, test } from 'vitest';
import { importFiles, LATEST } from './zips.ts';

const RATINGS = 'ml-tiny/ratings.csv';
const HEADER = 'userId,movieId,rating,timestamp\r\n';

test('people, films and ratings come out as they are written', async () => {
  const dataset = await importFiles(LATEST);
  expect(dataset.manifest).toMatchObject({
    name: 'ml-tiny',
    synthetic: false,
    itemNoun: 'film',
    scale: { min: 0.5, max: 5, step: 0.5 },
    counts: { users: 3, items: 4, interactions: 5 },
  });
  expect(dataset.users.map(({ id, name }) => [id, name])).toEqual([
    [1, 'person 1'],
    [2, 'person 2'],
    [3, 'person 3'],
  ]);
  expect([...dataset.interactions.user]).toEqual([1, 1, 2, 3, 3]);
  expect([...dataset.interactions.item]).toEqual([1, 2, 1, 3, 1]);
  expect([...dataset.interactions.rating]).toEqual([4, 0.5, 5, 3.5, 2]);
  expect([...dataset.interactions.time]).toEqual([100, 100, 90, 80, 81]);
  expect(dataset.rejectedCounts).toEqual({});
});

test('titles lose their year and get their article in front; ids and tags become attributes', async () => {
  const { items } = await importFiles(LATEST);
  expect(items).toEqual([
    {
      id: 1,
      title: 'Toy Story',
      year: 1995,
      attributes: { genres: ['Adventure', 'Animation'], imdb_id: 'tt0114709', tmdb_id: '862', tags: ['Pixar', 'fun'] },
    },
    {
      id: 2,
      title: 'The American President',
      year: 1995,
      attributes: {
        genres: ['Comedy'],
        source_title: 'American President, The (1995)',
        imdb_id: 'tt0113497',
        tags: ['wit, charm'],
      },
    },
    {
      id: 3,
      title: 'Black Mirror',
      year: null,
      attributes: { imdb_id: 'tt0113228', tmdb_id: '862', tags: ['Pixar'] },
    },
    { id: 4, title: 'Death Note: Desu nôto', year: 2006, attributes: { genres: ['Thriller'] } },
  ]);
});

test.each([
  ['1,1,5.5,1', 'rating out of range'],
  ['1,1,0,1', 'rating out of range'],
  ['1,1,-1,1', 'rating out of range'],
  ['1,1,4.25,1', 'rating between the steps of the scale'],
  ['1,1,five,1', 'rating is not a number'],
  ['1,1,,1', 'rating is not a number'],
  ['1,9,4.0,1', 'unknown item id'],
  ['1,x,4.0,1', 'item id is not a number'],
  ['1,99999999999,4.0,1', 'item id is not a number'],
  [',1,4.0,1', 'user id is not a number'],
  ['1,1,4.0,yesterday', 'time is not in whole seconds'],
  ['1,1,4.0,-5', 'time is not in whole seconds'],
  ['1,1,4.0', 'missing columns'],
  ['1,1,4.0,1,1', 'too many columns'],
  ['1,"1,4.0,1', 'broken quotes'],
])('the row %j is rejected: %s', async (row, reason) => {
  const files = { ...LATEST, [RATINGS]: `${HEADER}3,3,3.5,80\r\n${row}\r\n2,1,5.0,90\r\n` };
  const dataset = await importFiles(files);
  expect(dataset.rejected).toEqual([{ file: 'ratings.csv', line: 3, reason, text: row }]);
  expect(dataset.rejectedCounts).toEqual({ [reason]: 1 });
  expect([...dataset.interactions.user]).toEqual([3, 2]);
});

test('of repeated users and items the latest counts, of one time the last, and the others are reported', async () => {
  const rows = ['1,1,4.0,100', '1,1,3.0,90', '1,2,1.0,100', '1,1,2.0,200', '1,2,2.0,100'];
  const dataset = await importFiles({ ...LATEST, [RATINGS]: `${HEADER}${rows.join('\r\n')}\r\n` });
  expect([...dataset.interactions.item]).toEqual([1, 2]);
  expect([...dataset.interactions.rating]).toEqual([2, 2]);
  expect([...dataset.interactions.time]).toEqual([200, 100]);
  const reported = dataset.rejected.map(({ line, text }) => [line, text]);
  expect(reported.sort()).toEqual([
    [2, ''],
    [3, '1,1,3.0,90'],
    [4, ''],
  ]);
  expect(dataset.rejectedCounts).toEqual({ 'user and item repeated: the latest counts': 3 });
});

test('a line that is no UTF-8 is read as ISO-8859-1, and a real replacement character is not', async () => {
  const head = 'movieId,title,genres\n1,Am\uFFFDlie (2001),Comedy\n';
  const bytes = [
    ...new TextEncoder().encode(head),
    ...Buffer.from('2,Am\xe9lie (2001),Comedy\n3,Heat (1995),\n', 'latin1'),
  ];
  const dataset = await importFiles({ ...LATEST, 'ml-tiny/movies.csv': Uint8Array.from(bytes) });
  expect(dataset.items.map(({ title }) => title)).toEqual(['Am\uFFFDlie', 'Amélie', 'Heat']);
});
