/** @file The default dataset: made again from scratch and compared, and looked at for what cleaning must not leave. */
import { readFileSync } from 'node:fs';
import { gunzipSync, strFromU8 } from 'fflate';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { cleanDate, cleanTitle } from '../../datasets/synthetic-films/make/films.ts';
import { makeDataset, sha256 } from '../../datasets/synthetic-films/make/dataset.ts';
import { withMeasurements } from '../../datasets/synthetic-films/make/report.ts';
import { GENRES } from '../../datasets/synthetic-films/make/genres.ts';
import { writeReview } from '../../datasets/synthetic-films/make/reviews.ts';
import { createRandom } from '../../src/core/random.ts';

const folder = new URL('../../datasets/synthetic-films/', import.meta.url);

interface Manifest {
  readonly synthetic: boolean;
  readonly counts: Readonly<Record<'users' | 'items' | 'interactions' | 'reviews', number>>;
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>;
}

const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Manifest;

function committed(table: string): string {
  return strFromU8(gunzipSync(new Uint8Array(readFileSync(new URL(`${table}.gz`, folder)))));
}

// An independent parser: what the script's own writer gets wrong, its own reader would not notice.
function rowsOf(table: string): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(committed(table), { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

describe('the script', () => {
  const made = makeDataset();

  it('makes the committed manifest', () => {
    expect(JSON.parse(JSON.stringify(made.manifest))).toEqual(manifest);
  });

  it('measured what its document says', () => {
    const document = readFileSync(new URL('../../docs/datasets/synthetic-films.md', folder), 'utf8');
    expect(withMeasurements(document, made)).toBe(document);
  });

  it.each(['users.csv', 'items.csv', 'interactions.csv'] as const)('makes the committed %s', (table) => {
    const hash = sha256(made.tables[table]);
    expect(hash).toBe(manifest.files[`${table}.gz`]?.sha256);
    expect(sha256(committed(table))).toBe(hash);
  });
});

describe('films', () => {
  const films = rowsOf('items.csv');
  const yearsOf = (title: string): number[] =>
    films.filter((film) => film['title'] === title).map((film) => Number(film['year']));

  it('have a title, a year and a genre, and an id of their own', () => {
    expect(films.map((film) => Number(film['item_id']))).toEqual(films.map((_, position) => position + 1));
    for (const film of films) {
      expect(film['title']).toMatch(/\S/);
      expect(film['title']).toBe(film['title']?.trim());
      const genres = film['genres']?.split('|') ?? [];
      expect(GENRES).toEqual(expect.arrayContaining(genres));
      expect(new Set(genres).size).toBe(Math.min(4, genres.length));
      expect(Number(film['year'])).toBeGreaterThanOrEqual(1900);
      expect(Number(film['year'])).toBeLessThanOrEqual(2012);
    }
  });

  it('have the genres and all directors that a film student expects', () => {
    const [godfather, matrix] = ['The Godfather', 'The Matrix'].map((title) =>
      films.find((one) => one['title'] === title),
    );
    expect(godfather).toMatchObject({ genres: 'Crime|Drama', director: 'Francis Ford Coppola' });
    expect(matrix).toMatchObject({ genres: 'Science Fiction|Action', director: 'Lana Wachowski|Lilly Wachowski' });
  });

  it('are not listed twice', () => {
    const keys = films.map((film) => `${film['title']?.toLowerCase() ?? ''}|${film['year'] ?? ''}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keep titles that are numbers as titles', () => {
    const titles = films.map((film) => film['title']);
    expect(titles).toEqual(expect.arrayContaining(['300', '1776', '2012', '2046', '21', '9', '54', '1408', '1941']));
  });

  it.each([
    ['Gone with the Wind', 1939],
    ['Fantasia', 1940],
    ['Snow White and the Seven Dwarfs', 1937],
    ['Modern Times', 1936],
    ['The Birth of a Nation', 1915],
    ['42nd Street', 1933],
    ['Casablanca', 1942],
    ['Rebecca', 1940],
    ['The Apartment', 1960],
    ['The Deer Hunter', 1978],
    ['Confessions of a Dangerous Mind', 2002],
    ['2012', 2009],
    ['2046', 2005],
  ])('put %s in its year', (title, year) => {
    expect(yearsOf(title)).toEqual([year]);
  });

  it('tell remakes apart and give neither the other one’s IMDB numbers', () => {
    expect(yearsOf('Ben-Hur')).toEqual([1925, 1959]);
    expect(yearsOf('Casino Royale')).toEqual([1967, 2006]);
    for (const film of films.filter(({ title }) => title === 'Casino Royale')) {
      expect(film['imdb_rating']).toBe('');
      expect(film['imdb_votes']).toBe('');
    }
  });

  it('carry no IMDB numbers of an unknown namesake', () => {
    const soundOfMusic = films.find(({ title }) => title === 'The Sound of Music');
    expect(soundOfMusic?.['year']).toBe('1965');
    expect(soundOfMusic?.['imdb_rating']).toBe('');
  });

  it('carry no garbled letters, inverted articles or zeros for unknown', () => {
    const titles = films.map((film) => film['title'] ?? '');
    expect(titles).toEqual(expect.arrayContaining(['Léon', 'Déjà Vu', 'Per qualche dollaro in più', 'Richie Rich']));
    expect(titles.filter((title) => /[ÈËÍÎÛÙÖΩ‡‰˘¢·�]|, (The|An?)$| {2}/.test(title))).toEqual([]);
    for (const film of films) {
      expect(film['release_date']).toMatch(/^(\d{4}-\d{2}-\d{2})?$/);
      if (film['release_date'] !== '') expect(film['release_date']?.slice(0, 4)).toBe(film['year']);
      expect(film['worldwide_gross']).not.toBe('0');
      expect(film['budget']).not.toBe('0');
      // The source doubles the quotes of one director, and recordings of a model were made on it.
      if (film['title'] !== 'Bang') expect(film['director']).not.toContain('""');
      expect(film['mpaa_rating']).toMatch(/^(G|PG|PG-13|R|NC-17|Not Rated)?$/);
      if (film['imdb_rating'] !== '') expect(Number(film['imdb_rating'])).toBeLessThanOrEqual(10);
      if (film['rotten_tomatoes'] !== '') expect(Number(film['rotten_tomatoes'])).toBeLessThanOrEqual(100);
    }
  });
});

describe('people', () => {
  it('are 16 or older, like two genres or more, and give no number most of the time', () => {
    const given = new Map<string | undefined, string[]>();
    for (const { user_id: id, rating = '' } of rowsOf('interactions.csv'))
      given.set(id, [...(given.get(id) ?? []), rating]);
    for (const { user_id: id, age, genres_liked: liked } of rowsOf('users.csv')) {
      expect(Number(age)).toBeGreaterThanOrEqual(16);
      expect(liked?.split('|').length).toBeGreaterThanOrEqual(2);
      const ratings = given.get(id) ?? [];
      const most = Math.max(...[...new Set(ratings)].map((one) => ratings.filter((other) => other === one).length));
      expect(most / ratings.length).toBeLessThanOrEqual(0.45);
    }
  });
});

describe('cleaning', () => {
  const ignore = (): void => undefined;

  it('repairs titles', () => {
    expect(cleanTitle(300, ignore)).toBe('300');
    expect(cleanTitle('Barbarians, The', ignore)).toBe('The Barbarians');
    expect(cleanTitle('King Kong (1933)', ignore)).toBe('King Kong');
    expect(cleanTitle('LÈon', ignore)).toBe('Léon');
    expect(cleanTitle('Halloween:  The Curse', ignore)).toBe('Halloween: The Curse');
  });

  it('reads dates, bare years and centuries', () => {
    expect(cleanDate('Jun 12 1998', '', ignore)).toEqual({ year: 1998, date: '1998-06-12' });
    expect(cleanDate('Dec 15 2039', '', ignore)).toEqual({ year: 1939, date: '1939-12-15' });
    expect(cleanDate('Dec 31 1941', '', ignore)).toEqual({ year: 1942, date: null });
    expect(cleanDate('Jan 01 1970', '', ignore)).toEqual({ year: 1970, date: null });
    expect(cleanDate('Dec 31 2008', '', ignore)).toEqual({ year: 2008, date: '2008-12-31' });
    expect(cleanDate('Dec 31 1969', '', ignore)).toBeNull();
    expect(cleanDate('1998', '', ignore)).toBeNull();
  });
});

describe('a review', () => {
  it('agrees with the rating', () => {
    const film = {
      id: 1,
      title: 'A Film',
      year: 1999,
      genres: ['Western'],
      directors: [],
      distributor: null,
      releaseDate: null,
      runningTime: null,
      mpaaRating: null,
      source: null,
      imdbRating: null,
      imdbVotes: null,
      rottenTomatoes: null,
      budget: null,
      worldwideGross: null,
    };
    const liking = { genre: 0.8, director: 0, series: 0, era: 0, total: 0.8 };
    const review = (rating: number, seed: number): string =>
      writeReview(createRandom(seed), film, { film: 0, rating, time: 0, liking, seenOfSeries: 0 });
    for (let seed = 0; seed < 200; seed += 1) {
      expect(review(5, seed)).not.toMatch(/dull|awful|waste|flat|not for me/i);
      expect(review(1, seed)).not.toMatch(/wonderful|masterpiece|first-rate|never say no/i);
    }
  });
});
