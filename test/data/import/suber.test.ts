import { describe, expect, test } from 'vitest';
import { testWithShared } from '../../shared.ts';
import { counts, gzipped, importShared, importSources, madeSource } from './sources.ts';
import { labErrorOf } from './zips.ts';

const PEOPLE = `,name,gender,description,age,job,hobby,genres_liked,genres_disliked
0,Lily Jackson,F,"a reader, of books. ",30,Chef,Board\u00A0games,"['action', ""it's""]",[]
1,Lily Jackson,M,a,4,schoolchild,Chess ,['drama'],['horror']
`;
const MOVIE = {
  movieId: 1,
  id: 862,
  imdb_id: 'tt0114709',
  title: 'Toy Story',
  original_language: 'en',
  overview: 'Toys\u00A0live.',
  genres: ['Animation', 'Comedy'],
  actors: [{ name: 'Tom Hanks', character: 'Woody', gender: 2 }],
  director: 'John Lasseter',
  keywords: ['toy'],
  release_date: '1995-10-30',
  runtime: null,
  vote_average: 0,
  vote_count: 12,
};

describe('people and catalogues of SUBER', () => {
  test('people have their attributes, lists are lists, and nothing is rated', async () => {
    const dataset = await importSources(madeSource('users.csv', PEOPLE));
    expect(dataset.manifest).toMatchObject({
      name: 'suber-people',
      synthetic: true,
      scale: { min: 1, max: 10, step: 1 },
    });
    expect(counts(dataset)).toEqual([2, 0, 0]);
    expect(dataset.users).toEqual([
      {
        id: 1,
        name: 'Lily Jackson',
        attributes: {
          gender: 'F',
          age: 30,
          job: 'Chef',
          hobby: 'Board games',
          description: 'a reader, of books.',
          genres_liked: ['action', "it's"],
        },
      },
      {
        id: 2,
        name: 'Lily Jackson',
        attributes: {
          gender: 'M',
          age: 4,
          job: 'schoolchild',
          hobby: 'Chess',
          description: 'a',
          genres_liked: ['drama'],
          genres_disliked: ['horror'],
        },
      },
    ]);
  });

  test('people and movies together are one world; movies keep the numbers of MovieLens', async () => {
    const dataset = await importSources([madeSource('movies.jsonl', [MOVIE]), madeSource('users.csv', PEOPLE)]);
    expect(dataset.manifest).toMatchObject({ name: 'suber-people-and-films', itemNoun: 'film' });
    expect(counts(dataset)).toEqual([2, 1, 0]);
    expect(dataset.items[0]).toEqual({
      id: 1,
      title: 'Toy Story',
      year: 1995,
      attributes: {
        genres: ['Animation', 'Comedy'],
        director: 'John Lasseter',
        actors: ['Tom Hanks'],
        keywords: ['toy'],
        original_language: 'en',
        overview: 'Toys live.',
        release_date: '1995-10-30',
        imdb_id: 'tt0114709',
        vote_count: 12,
        tmdb_id: '862',
      },
    });
    expect(dataset.cleanedCounts).toEqual({ 'vote_average of 0 is unknown: left out': 1 });
  });

  test('SUBER’s own file is one object keyed by TMDB ids, read entry by entry', async () => {
    const { movieId: _, ...movie } = MOVIE;
    const entry = {
      ...movie,
      genres: [{ id: 16, name: 'animation' }],
      overview_embedding: Array.from({ length: 768 }, () => 0.5),
    };
    const whole = JSON.stringify(
      { 862: entry, 5: { ...entry, id: 5, title: 'A {brace", \\ and ]' }, 6: { id: 6, title: '' } },
      null,
      1,
    );
    const dataset = await importSources(gzipped('movielens_latest-small.json.gz', whole));
    expect(dataset.items.map(({ id, title }) => [id, title])).toEqual([
      [5, 'A {brace", \\ and ]'],
      [862, 'Toy Story'],
    ]);
    expect(dataset.items[1]).toMatchObject({ attributes: { genres: ['animation'], actors: ['Tom Hanks'] } });
    expect(JSON.stringify(dataset.items)).not.toContain('embedding');
    expect(dataset.rejected[0]).toMatchObject({
      reason: 'title is empty',
      line: 2,
    });
    const cut = await labErrorOf(importSources(madeSource('m.json', whole.slice(0, -20))));
    expect([cut.code, cut.message.includes('m.json is not JSON:')]).toEqual(['file-invalid', true]);
  });
});

testWithShared('the catalogue of movies has its 6,263', ['data/movies-tmdb.jsonl.gz'], async () => {
  const dataset = await importShared('movies-tmdb.jsonl.gz');
  const { items } = dataset;
  expect(counts(dataset)).toEqual([0, 6263, 0]);
  expect(dataset.rejectedCounts).toEqual({});
  const empty = (name: string): number => items.filter(({ attributes }) => attributes[name] === undefined).length;
  expect(['keywords', 'actors', 'genres', 'overview', 'director'].map(empty)).toEqual([1006, 143, 121, 60, 53]);
  expect(items.filter(({ year }) => year === null)).toHaveLength(5);
  expect(dataset.cleanedCounts?.['vote_average of 0 is unknown: left out']).toBe(140);
  expect(items.filter(({ attributes }) => attributes['tmdb_id'] === '4912')).toHaveLength(2);
  expect(items.filter((item) => JSON.stringify(item).includes('\u00A0'))).toHaveLength(0);
});
