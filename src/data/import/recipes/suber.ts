/**
 * @file What SUBER's environments are made of: people (CSV with lists as Python literals), and a catalogue of movies with the features of
 * TMDB or of books with texts of Google Books. Nobody has rated anything in it. Embeddings of overviews are left out.
 */
import { isJsonObject, jsonList, type Json } from '../../../core/json.ts';
import { numbersIn, parseId, partsOf, presentAttributes, textIn, textsIn } from '../cells.ts';
import { KEY } from '../json-rows.ts';
import { parsePythonLiteral } from '../python-literal.ts';
import { formatOf } from '../read-recipe.ts';
import type { FoundTable, ItemRule, Recipe, UserRule } from '../recipe.ts';
import type { Row } from '../table.ts';

const TASTES = ['genres_liked', 'genres_disliked', 'categories_liked', 'categories_disliked'];
const TEXTS = ['original_title', 'original_language', 'overview', 'release_date', 'imdb_id'];
const NUMBERS = ['runtime', 'vote_average', 'vote_count', 'popularity', 'budget', 'revenue'];
// TMDB writes 0 for what it does not know.
const ZERO_IS_UNKNOWN = ['runtime', 'vote_average', 'budget', 'revenue'];
const DATE = /^(\d{4})-\d{2}-\d{2}$/;

// A no-break space is a space that somebody copied.
const field = (row: Row, column: string): string => row.get(column).replaceAll('\u00A0', ' ').trim();
const plain = (value: Json | undefined): string => textIn(value).replaceAll('\u00A0', ' ').trim();

function people(): UserRule {
  let count = 0;
  return {
    ...{ holds: 'people', has: ['name', 'gender', 'description', 'age', 'job', 'hobby'], single: true },
    id: () => String(count + 1),
    read(row) {
      const texts = ['name', 'gender', 'job', 'hobby', 'description'].map((column) => field(row, column));
      const [name = '', gender = '', job = '', hobby = '', description = ''] = texts;
      const age = parseId(field(row, 'age'));
      if (name === '') return 'name is empty';
      if (age === null) return 'age is not a number';
      const tastes = TASTES.map((column) => [column, listIn(row.get(column))] as const);
      const other = tastes.find(([, list]) => list === null);
      if (other !== undefined) return `${other[0]} is not a list`;
      count += 1;
      const lists = Object.fromEntries(tastes) as Record<string, readonly string[]>;
      return { name, attributes: presentAttributes({ gender, age, job, hobby, description, ...lists }) };
    },
  };
}

function listIn(written: string): readonly string[] | null {
  if (written.trim() === '') return [];
  const literal = parsePythonLiteral(written);
  return Array.isArray(literal) ? textsIn(literal) : null;
}

const tmdbId = (row: Row): string => (row.get('id') || row.get(KEY)).trim();

/** Movies go by MovieLens' number where the file has it, so that they meet its ratings, else by TMDB's. */
const MOVIES: ItemRule = {
  ...{ holds: 'items', has: ['id', 'title', 'overview', 'genres'], lacks: ['isbn13'], single: true },
  id: (row) => row.get('movieId').trim() || tmdbId(row),
  read(row, notes) {
    const { value } = row;
    const unknown = ZERO_IS_UNKNOWN.filter((name) => value(name) === 0);
    for (const name of unknown) notes.clean(`${name} of 0 is unknown: left out`);
    const year = DATE.exec(textIn(value('release_date')))?.[1];
    const attributes = presentAttributes({
      genres: namesIn(value('genres')),
      director: plain(value('director')),
      actors: namesIn(value('actors')),
      keywords: namesIn(value('keywords')),
      ...Object.fromEntries(TEXTS.map((name) => [name, plain(value(name))])),
      ...numbersIn(
        row,
        NUMBERS.filter((name) => !unknown.includes(name)),
      ),
      tmdb_id: tmdbId(row),
    });
    return { title: plain(value('title')), year: year === undefined ? null : Number(year), attributes };
  },
};

const namesIn = (value: Json | undefined): readonly string[] =>
  textsIn(jsonList(value).map((entry) => plain(isJsonObject(entry) ? entry['name'] : entry)));

const BOOKS: ItemRule = {
  ...{ holds: 'items', isNamed: true, single: true, id: (row) => field(row, 'isbn13') },
  has: ['isbn13', 'title', 'authors', 'categories', 'description', 'average_rating'],
  read(row, notes) {
    const number = (column: string): number | null =>
      /^\d+(\.\d+)?$/.test(field(row, column)) ? Number(field(row, column)) : null;
    const [average, pages, votes] = [number('average_rating'), number('num_pages'), number('ratings_count')];
    if (average === 0) notes.clean('average rating of 0 is no rating: left out');
    const attributes = presentAttributes({
      subtitle: field(row, 'subtitle'),
      // A category such as "Authors, English" is one.
      authors: partsOf(field(row, 'authors'), ';'),
      categories: partsOf(field(row, 'categories'), ';'),
      description: field(row, 'description'),
      isbn10: field(row, 'isbn10'),
      ...(average !== null && average > 0 && { vote_average: average }),
      ...(votes !== null && votes > 0 && { vote_count: votes }),
      ...(pages !== null && pages > 0 && { pages }),
    });
    return { title: field(row, 'title'), year: parseId(field(row, 'published_year')), attributes };
  },
};

/** `user_features_sampled_genres_600.csv`, `movies-tmdb.jsonl.gz`, `books-7k.csv.gz` and their like. */
export const suber = formatOf({
  id: 'suber',
  title: 'people of SUBER (CSV), a catalogue of movies (JSON) or of books (CSV), or people and a catalogue together',
  sought: 'file of people, movies or books',
  numbered: ['user', 'item'],
  catalogue: 'all',
  unnamed: (sourceId) => sourceId,
  withoutInteractions: true,
  rules: () => [people(), MOVIES, BOOKS],
  manifest,
});

function manifest(found: readonly FoundTable[]): ReturnType<Recipe['manifest']> {
  const hers = found.find(({ rule }) => rule.holds === 'people')?.table;
  const catalogue = found.find(({ rule }) => rule.holds === 'items');
  const ofBooks =
    catalogue === undefined ? hers?.columns.includes('categories_liked') === true : catalogue.rule === BOOKS;
  const noun = ofBooks ? 'book' : 'film';
  // SUBER's files do not say who described the people; those of the lab do.
  const describedBy = hers?.firstRows[0]?.[hers.columns.indexOf('described_by')] ?? '';
  const isOfSuber = describedBy === '';
  const what = [hers === undefined ? [] : 'people', catalogue === undefined ? [] : `${noun}s`].flat();
  const origin = isOfSuber
    ? 'People that a language model wrote for SUBER. '
    : `People that were made up and described by ${describedBy}. `;
  const ofPeople = isOfSuber
    ? 'People: MIT, SUBER-Team. Cite N. Corecco et al., SUBER, 2024.'
    : 'People: made up, free to use.';
  const ofItems = ofBooks
    ? 'Books: texts of Google Books; terms unclear, not to be passed on.'
    : 'Movies: this product uses the TMDB API but is not endorsed or certified by TMDB; not for commercial use.';
  return {
    name: `suber-${what.join('-and-')}`,
    title: `${isOfSuber ? 'SUBER' : 'Made up'}: ${what.join(' and ')}`,
    // People are; a catalogue alone is real.
    synthetic: hers !== undefined,
    description: `${hers === undefined ? '' : origin}For simulated ratings: nothing is rated in it.`,
    license: [hers === undefined ? [] : ofPeople, catalogue === undefined ? [] : ofItems].flat().join(' '),
    itemNoun: noun,
    scale: ofBooks ? { min: 1, max: 5, step: 1 } : { min: 1, max: 10, step: 1 },
  };
}
