/** @file The whole dataset in memory: what the script writes and the test makes again. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createRandom, type Random } from '../../../src/core/random.ts';
import { toCsv, type Cell } from './csv.ts';
import { cleanFilms, readByHand, type ByHand, type CleaningCounts, type Film } from './films.ts';
import { makePeople, type Person } from './people.ts';
import { measure, type Profile, type RatingRow } from './profile.ts';
import { writeReview } from './reviews.ts';
import { chance } from './sampling.ts';
import { makeRatings, type GivenRating } from './sessions.ts';
import { Taste } from './taste.ts';
import { makeTraits, type FilmTraits } from './traits.ts';

const SEED = 'synthetic-films 1';
const PEOPLE = 600;
// A third of the ratings on average: some people write always, some never.
const MOST_TALKATIVE = 2 / 3;

/** The tables as text, by file name without `.gz`, and what the manifest says of them. */
export interface SyntheticFilms {
  readonly tables: Readonly<Record<'users.csv' | 'items.csv' | 'interactions.csv', string>>;
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly counts: Readonly<Record<'users' | 'items' | 'interactions' | 'reviews', number>>;
  };
  readonly profile: Profile;
  readonly cleaning: CleaningCounts;
}

/** The rows of `movies.json` as the installed package has them, and the package's version. */
export function readSource(): { rows: Record<string, unknown>[]; version: string } {
  // The package exports its functions only; its data lies beside them.
  const root = path.join(path.dirname(createRequire(import.meta.url).resolve('vega-datasets')), '..');
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const rows = read('data/movies.json');
  const { version } = read('package.json') as { version: string };
  if (!Array.isArray(rows)) throw new TypeError('movies.json of vega-datasets is not a list');
  return { rows: rows as Record<string, unknown>[], version };
}

/** Genres, and directors where the source lacks them, written by hand. */
export function readFilmsByHand(): ReadonlyMap<string, ByHand> {
  return readByHand(readFileSync(path.join(import.meta.dirname, 'films.tsv'), 'utf8'));
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function itemCells(film: Film): Cell[] {
  return [
    film.id,
    film.title,
    film.year,
    film.genres.join('|'),
    film.directors.join('|'),
    film.distributor,
    film.releaseDate,
    film.runningTime,
    film.mpaaRating,
    film.source,
    film.imdbRating,
    film.imdbVotes,
    film.rottenTomatoes,
    film.budget,
    film.worldwideGross,
  ];
}

function userCells(person: Person): Cell[] {
  return [
    person.id,
    person.name,
    person.age,
    person.gender,
    person.job,
    person.hobby,
    person.genresLiked.join('|'),
    person.genresDisliked.join('|'),
    person.description,
  ];
}

// Nobody's ratings are nearly all alike: at least this standard deviation, and at most this share of one number.
const LEAST_DEVIATION = 0.6;
const MOST_OF_ONE = 0.45;

function isSpread(given: readonly GivenRating[]): boolean {
  const counts = new Map<number, number>();
  for (const { rating } of given) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  const mean = given.reduce((sum, { rating }) => sum + rating, 0) / given.length;
  const variance = given.reduce((sum, { rating }) => sum + (rating - mean) * (rating - mean), 0) / given.length;
  return Math.sqrt(variance) >= LEAST_DEVIATION && Math.max(...counts.values()) <= MOST_OF_ONE * given.length;
}

/** What a person rates; their taste is drawn again until their ratings are spread. */
function spreadRatings(random: Random, person: Person, traits: FilmTraits): readonly GivenRating[] {
  for (let draw = 1; ; draw += 1) {
    const own = random.fork(`draw:${String(draw)}`);
    const given = makeRatings(own.fork('ratings'), person, new Taste(own.fork('taste'), person, traits), traits);
    if (isSpread(given)) return given;
  }
}

/** Makes everything: the same bytes each time, from the installed `vega-datasets` and one seed. */
export function makeDataset(): SyntheticFilms {
  const { rows, version } = readSource();
  const { films, counts: cleaning } = cleanFilms(rows, readFilmsByHand());
  const random = createRandom(SEED);
  const people = makePeople(random.fork('people'), PEOPLE);
  const traits = makeTraits(random.fork('films'), films);

  const cells: Cell[][] = [];
  const ratings: RatingRow[] = [];
  let reviews = 0;
  for (const person of people) {
    const own = random.fork(`person:${String(person.id)}`);
    const words = own.fork('reviews');
    const talkative = MOST_TALKATIVE * words.uniform();
    for (const given of spreadRatings(own, person, traits)) {
      const film = films[given.film];
      if (!film) continue;
      const review = chance(words, talkative) ? writeReview(words, film, given) : null;
      if (review !== null) reviews += 1;
      cells.push([person.id, film.id, given.rating, given.time, review]);
      ratings.push({ user: person.id, item: film.id, rating: given.rating, time: given.time });
    }
  }

  const tables = {
    'users.csv': toCsv(
      ['user_id', 'name', 'age', 'gender', 'job', 'hobby', 'genres_liked', 'genres_disliked', 'description'],
      people.map(userCells),
    ),
    'items.csv': toCsv(
      [
        'item_id',
        'title',
        'year',
        'genres',
        'director',
        'distributor',
        'release_date',
        'running_time',
        'mpaa_rating',
        'source',
        'imdb_rating',
        'imdb_votes',
        'rotten_tomatoes',
        'budget',
        'worldwide_gross',
      ],
      films.map(itemCells),
    ),
    'interactions.csv': toCsv(['user_id', 'item_id', 'rating', 'time', 'review'], cells),
  };
  const profile = measure(ratings, films.length, createRandom(`${SEED} profile`));
  const manifest = {
    name: 'synthetic-films',
    title: 'Synthetic film club',
    synthetic: true,
    itemNoun: 'film',
    description:
      `Real films of vega-datasets, rated by ${String(PEOPLE)} synthetic people. The films are real; the people, their ` +
      'ratings, times and reviews are synthetic: generated by a documented model of taste.',
    license:
      'MIT (generated people, ratings, times and reviews); BSD-3-Clause (films, from vega-datasets); see LICENSE',
    source: {
      package: 'vega-datasets',
      version,
      file: 'data/movies.json',
      rows: rows.length,
      license: 'BSD-3-Clause',
      url: 'https://github.com/vega/vega-datasets',
    },
    generated: {
      real: 'Films: title, year, director, distributor, release date, running time, MPAA rating, source, IMDB and Rotten Tomatoes ratings, budget and takings; genres, and directors where the source lacks them, were written by hand and checked by a second reader.',
      synthetic:
        'People (names, ages, jobs, hobbies, tastes, descriptions), ratings, times and reviews. No real person is described or quoted.',
      seed: SEED,
      script: 'datasets/synthetic-films/make.ts',
      documentation: 'docs/datasets/synthetic-films.md',
    },
    scale: { min: 0.5, max: 5, step: 0.5 },
    counts: { users: people.length, items: films.length, interactions: ratings.length, reviews },
    sha256: sha256(Object.values(tables).join('')),
    files: Object.fromEntries(
      Object.entries(tables).map(([name, text]) => [
        `${name}.gz`,
        { sha256: sha256(text), bytes: Buffer.byteLength(text) },
      ]),
    ),
    cleaning,
    profile,
  };
  return { tables, manifest, profile, cleaning };
}
