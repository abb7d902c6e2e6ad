import { expect, test } from 'vitest';
import { filmLine, HUNDRED_K, importFiles, latin1 } from './zips.ts';

test('people, films and ratings come out as they are written', async () => {
  const dataset = await importFiles(HUNDRED_K);
  expect(dataset.manifest).toMatchObject({
    name: 'ml-100k',
    scale: { min: 1, max: 5, step: 1 },
    counts: { users: 2, items: 3, interactions: 4 },
  });
  expect(dataset.users).toEqual([
    { id: 1, name: 'person 1', attributes: { age: 24, gender: 'M', job: 'technician', zip: '85711' } },
    { id: 2, name: 'person 2', attributes: { age: 53, gender: 'F', job: 'other', zip: 'T8H1N' } },
  ]);
  expect(dataset.items).toEqual([
    {
      id: 1,
      title: 'Les Misérables',
      year: 1995,
      attributes: { genres: ['Drama'], release_date: '1995-01-01', source_title: 'Misérables, Les (1995)' },
    },
    {
      id: 2,
      title: 'Land Before Time III',
      year: 1995,
      attributes: { genres: ['Animation', 'Children'], release_date: '1996-02-09' },
    },
    { id: 267, title: 'unknown', year: null, attributes: {} },
  ]);
  expect([...dataset.interactions.item]).toEqual([1, 2, 1, 267]);
  expect(dataset.rejectedCounts).toEqual({});
});

test('rows that cannot be read are reported with their file, line and reason', async () => {
  const dataset = await importFiles({
    ...HUNDRED_K,
    'ml-100k/u.data': `${HUNDRED_K['ml-100k/u.data'] as string}3\t1\t5\t1\n1\t3\t5\t1\n1\t1\t4.5\t1\n1\t1\t6\t1\n1 1 5 1\n`,
    'ml-100k/u.user': `${HUNDRED_K['ml-100k/u.user'] as string}2|20|M|other|0\n4|old|M|other|0\n5|20|M\n`,
    'ml-100k/u.item': latin1(
      `${new TextDecoder('latin1').decode(HUNDRED_K['ml-100k/u.item'] as Uint8Array)}${filmLine(9, 'Heat (1995)', '1 May 95')}\n`,
    ),
  });
  expect(dataset.rejected.map(({ file, line, reason }) => [file, line, reason])).toEqual([
    ['u.item', 4, 'release date is not a date'],
    ['u.user', 3, 'user id repeated: the first counts'],
    ['u.user', 4, 'age is not a number'],
    ['u.user', 5, 'missing columns'],
    ['u.data', 5, 'unknown user id'],
    ['u.data', 6, 'unknown item id'],
    ['u.data', 7, 'rating between the steps of the scale'],
    ['u.data', 8, 'rating out of range'],
    ['u.data', 9, 'missing columns'],
  ]);
});
