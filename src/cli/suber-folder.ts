/** @file Reads SUBER's own test of raters from a copy of its repository (github.com/SUBER-Team/SUBER). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { LabError } from '../core/errors.ts';
import type { RatedItem, RatedPerson } from '../core/rater.ts';
import { readPersonas, type SuberFiles } from '../environments/rater-test/suber-test.ts';
import { catalogueItems, cataloguePeople } from '../environments/catalogue.ts';
import { parsePythonLiteral } from '../data/import/python-literal.ts';
import { importFile } from './datasets.ts';

const PLACES = {
  films: {
    kind: 'film',
    test: 'ablations/movies',
    genrePeople: { file: 'genre_preference_paper.py', list: /^user_genre_(\w+)$/ },
    items: (name: string) => `datasets/genres_20/${name}.json`,
    series: ['datasets/movie_sagas_group.json', 'datasets/movie_sagas_data.json'],
    people: 'environment/movies/users_generation/datasets/user_features_sampled_genres_600.csv',
  },
  books: {
    kind: 'book',
    test: 'ablations/books',
    genrePeople: { file: 'category_preference.py', list: /^user_category_(\w+)$/ },
    items: (name: string) => `datasets/categories_20/${name}.csv`,
    series: ['datasets/collection_ids.json', 'datasets/books_collection.csv'],
    people: 'environment/books/users_generation/datasets/users_600.csv',
  },
} as const;

/** Reads the folders `ablations` and `environment` of a copy. @throws LabError `file-invalid` naming the first bad file */
export async function readSuberFolder(folder: string, of: 'films' | 'books', signal: AbortSignal): Promise<SuberFiles> {
  const { kind, test, genrePeople, items, series, people } = PLACES[of];
  const at = (path: string): string => join(folder, test, path);
  const itemsOf = (path: string): Promise<ReadonlyMap<string, RatedItem>> =>
    kind === 'film' ? readFilms(at(path), signal) : readBooks(at(path));
  const personas = async (file: string): Promise<ReadonlyMap<string, readonly RatedPerson[]>> =>
    readPersonas(await textOf(at(`src/${file}`)), file);
  const genres: SuberFiles['genres'][number][] = [];
  for (const [list, lovers] of await personas(genrePeople.file)) {
    const genre = genrePeople.list.exec(list)?.[1];
    if (genre === undefined) continue;
    const [liked, others] = [await itemsOf(items(genre)), await itemsOf(items(`no_${genre}`))];
    genres.push({ people: lovers, liked: [...liked.values()], others: [...others.values()] });
  }
  const [groups, parts] = series;
  const known = await itemsOf(parts);
  const collections = groupsOf(await textOf(at(groups)), at(groups)).map((ids) =>
    ids.map((id) => {
      const item = known.get(String(id));
      if (item !== undefined) return item;
      throw new LabError('file-invalid', `${at(parts)} lacks the item ${id} of a series.`, { file: at(parts) });
    }),
  );
  return {
    kind,
    genres,
    high: [...(await personas('high_ratings.py')).values()].flat(),
    low: [...(await personas('low_ratings.py')).values()].flat(),
    items: [...(await itemsOf(items('all'))).values()],
    collections,
    people: cataloguePeople(await importFile(join(folder, people), { signal })).people,
  };
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new LabError(
      'file-invalid',
      `${path} cannot be read; --suber is a copy of SUBER's repository, with its ablations and its environment.`,
      { file: path },
      { cause },
    );
  }
}

async function readFilms(path: string, signal: AbortSignal): Promise<ReadonlyMap<string, RatedItem>> {
  await textOf(path);
  return new Map(catalogueItems(await importFile(path, { signal })).map((item) => [item.id, item]));
}

async function readBooks(path: string): Promise<ReadonlyMap<string, RatedItem>> {
  const { data } = Papa.parse<Readonly<Record<string, string>>>(await textOf(path), {
    header: true,
    skipEmptyLines: true,
  });
  const books = new Map<string, RatedItem>();
  for (const row of data) {
    const id = row['book_id'] ?? '';
    const average = Number(row['vote_average']);
    if (id === '' || !row['title'])
      throw new LabError('file-invalid', `${path} has a row without book_id or title; is it SUBER's?`, { file: path });
    books.set(id, {
      id,
      kind: 'book',
      title: row['title'],
      overview: row['description'] ?? '',
      genres: listIn(row['categories']),
      people: listIn(row['authors']),
      directors: [],
      averageRating: average > 0 ? average : null,
      year: Number.parseInt(row['published_year'] ?? '', 10) || null,
    });
  }
  return books;
}

function listIn(written = ''): readonly string[] {
  const literal = parsePythonLiteral(written);
  return Array.isArray(literal) ? literal.filter((one): one is string => typeof one === 'string') : [];
}

function groupsOf(text: string, file: string): readonly (readonly number[])[] {
  const groups: unknown = JSON.parse(text);
  const isGroups = (value: unknown): value is readonly (readonly number[])[] =>
    Array.isArray(value) && value.every((ids) => Array.isArray(ids) && ids.every(Number.isInteger));
  if (isGroups(groups)) return groups;
  throw new LabError('file-invalid', `${file} is no list of lists of numbers.`, { file });
}
