import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lab, specFile } from './command.ts';
import { readSuberFolder } from '../../src/cli/suber-folder.ts';

let folder = '';
const { signal } = new AbortController();
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const person = (name: string, text: string): string =>
  `    User(\n        "${name}",\n        "F",\n        30,\n        ("${text}"),\n    ),\n`;
const films = (...ids: number[]): string =>
  JSON.stringify(Object.fromEntries(ids.map((id) => [id, { id, title: `Film ${id}`, ...rest(id) }])));
const rest = (id: number) => ({
  overview: 'A film.',
  genres: [{ id: 1, name: id < 10 ? 'Horror' : 'Drama' }],
  vote_average: 6.1,
});

/** Shaped as SUBER's repository, in words of its own. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'suber-'));
  const test = 'ablations/movies';
  write(
    `${test}/src/genre_preference_paper.py`,
    `user_genre_horror = [\n${person('Ada', 'a nurse who loves horror films. She hates every other film.')}]\n`,
  );
  write(
    `${test}/src/high_ratings.py`,
    `    all_high = [\n${person('Bea', 'a pilot who gives every film a 10.')}    ]\n`,
  );
  write(`${test}/src/low_ratings.py`, `    all_low = [\n${person('Cleo', 'a cook who gives every film a 1.')}    ]\n`);
  write(`${test}/datasets/genres_20/horror.json`, films(1, 2, 3));
  write(`${test}/datasets/genres_20/no_horror.json`, films(11, 12, 13));
  write(`${test}/datasets/genres_20/all.json`, films(1, 2, 11));
  write(`${test}/datasets/movie_sagas_group.json`, '[[21, 22, 23], [31, 32, 33]]');
  write(`${test}/datasets/movie_sagas_data.json`, films(21, 22, 23, 31, 32, 33));
  write(
    'environment/movies/users_generation/datasets/user_features_sampled_genres_600.csv',
    'name,gender,description,age,job,hobby,genres_liked,genres_disliked\nDora,F,a baker,33,baker,chess,[],[]\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a copy of SUBER’s repository is read: personas, films, series, people', async () => {
  const files = await readSuberFolder(folder, 'films', signal);
  expect(files.genres).toHaveLength(1);
  expect(files.genres[0]).toMatchObject({ people: [{ name: 'Ada' }] });
  expect(files.genres[0]!.others.map(({ title }) => title)).toEqual(['Film 11', 'Film 12', 'Film 13']);
  expect(files.collections.map((parts) => parts.map(({ id }) => id))).toEqual([
    ['21', '22', '23'],
    ['31', '32', '33'],
  ]);
  expect(files.people).toMatchObject([{ name: 'Dora', age: 33 }]);
});

test('a run is of SUBER’s own people where the folder is given, and else refused', async () => {
  const spec = (options: object, recommender: object = {}) =>
    specFile({
      dataset: { name: 'synthetic-films' },
      tasks: { name: 'rater-habits', options: { people: 'suber', ...options } },
      recommender: { name: 'rater', options: { retrieval: { name: 'recency' }, ...recommender } },
    });
  const told = await lab('run', spec({}), '--suber', folder);
  expect(told.json).toMatchObject({ outcome: 'done', tasks: 2, modelCalls: 0, metrics: { Accuracy: 1 } });
  const compared = { retrieval: { name: 'embedding' }, perturbation: { type: 'gaussian' } };
  expect((await lab('run', spec({ share: 0.3 }, compared), '--suber', folder)).json).toMatchObject({ outcome: 'done' });
  expect((await lab('run', spec({}))).json['error']).toMatchObject({ code: 'task-impossible' });
  const own = await lab('run', spec({ people: 'lab' }), '--suber', folder);
  expect(own.stderr).toContain('give tasks.options of the spec "people": "suber", or leave --suber out');
});
