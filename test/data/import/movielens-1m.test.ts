import { expect, test } from 'vitest';
import { importFiles, latin1, type Files } from './zips.ts';

const ONE_M: Files = {
  'ml-1m/movies.dat': latin1("1::Toy Story (1995)::Animation|Children's|Comedy\n2::Misérables, Les (1995)::Drama\n"),
  'ml-1m/ratings.dat': '1::1::5::978300760\n1::2::3::978302109\n2::1::4::978301968\n',
  'ml-1m/users.dat': '1::F::1::10::48067\n2::M::56::16::70072-1234\n',
};

test('MovieLens 1M: people, films and ratings come out as they are written', async () => {
  const dataset = await importFiles(ONE_M);
  expect(dataset.manifest).toMatchObject({ name: 'ml-1m', scale: { min: 1, max: 5, step: 1 } });
  expect(dataset.users).toEqual([
    {
      id: 1,
      name: 'person 1',
      attributes: { age_group: 'under 18', gender: 'F', job: 'school student', zip: '48067' },
    },
    {
      id: 2,
      name: 'person 2',
      attributes: { age_group: '56 and over', gender: 'M', job: 'self-employed', zip: '70072-1234' },
    },
  ]);
  expect(dataset.items.map(({ title, year }) => [title, year])).toEqual([
    ['Toy Story', 1995],
    ['Les Misérables', 1995],
  ]);
  expect([...dataset.interactions.time]).toEqual([978300760, 978302109, 978301968]);
});

test('without people it is MovieLens 10M: UTF-8 and half stars', async () => {
  const dataset = await importFiles({
    'ml-10M100K/movies.dat': '1::Amélie (2001)::(no genres listed)\n',
    'ml-10M100K/ratings.dat': '7::1::4.5::978300760\n',
  });
  expect(dataset.manifest).toMatchObject({ name: 'ml-10m', scale: { min: 0.5, max: 5, step: 0.5 } });
  expect([dataset.users[0]?.id, dataset.items[0]?.title, dataset.interactions.rating[0]]).toEqual([7, 'Amélie', 4.5]);
});
