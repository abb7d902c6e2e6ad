/**
 * @file What SUBER's environments are made of: people, a catalogue of movies or books, or both together. Nobody has rated
 * anything in it: it is a dataset without interactions.
 */
import type { Item, User } from '../../../core/dataset.ts';
import type { ImportFormat, ImportedTables } from '../format.ts';
import { noInteractions } from '../interactions.ts';
import { firstObjects } from '../json-lines.ts';
import { dataFiles, firstLines, headOf, missingFile, type MemberFile } from '../source-files.ts';
import { fieldsOfLine, type Reading } from '../table.ts';
import { BOOK_COLUMNS, readBooks } from './books.ts';
import { readMovieLines, readMovieObject } from './movies.ts';
import { PEOPLE_COLUMNS, readPeople } from './people.ts';

const MOVIE_LINE_KEYS = ['id', 'title', 'overview', 'genres'];
// `{"862": {"id": 862, …`, whatever comes between.
const MOVIE_OBJECT = /^\uFEFF?\s*\{\s*"\d+"\s*:\s*\{[^]*"(?:overview|title)"\s*:/;

type CatalogueKind = 'movie-lines' | 'movie-object' | 'books';

interface Catalogue {
  readonly kind: CatalogueKind;
  readonly member: MemberFile;
}

interface Files {
  readonly people: { readonly member: MemberFile; readonly ofBooks: boolean; readonly describedBy: string } | null;
  readonly catalogue: Catalogue | null;
}

const READERS: Readonly<Record<CatalogueKind, (member: MemberFile, reading: Reading) => Promise<readonly Item[]>>> = {
  'movie-lines': readMovieLines,
  'movie-object': readMovieObject,
  books: readBooks,
};

/** `user_features_sampled_genres_600.csv`, `movies-tmdb.jsonl.gz`, `books-7k.csv.gz` and their like. */
export const suber: ImportFormat = {
  id: 'suber',
  title: 'people of SUBER (CSV), a catalogue of movies (JSON) or of books (CSV), or people and a catalogue together',
  async recognises(members) {
    const { people, catalogue } = await filesIn(members);
    return people !== null || catalogue !== null;
  },
  async open(files) {
    const found = await filesIn(files.members);
    if (found.people === null && found.catalogue === null) throw missingFile(files, 'file of people, movies or books');
    return {
      members: [found.people?.member, found.catalogue?.member].filter((member) => member !== undefined),
      read: (reading) => read(found, reading),
    };
  },
};

async function filesIn(members: readonly MemberFile[]): Promise<Files> {
  let people: Files['people'] = null;
  let catalogue: Catalogue | null = null;
  for (const member of dataFiles(members)) {
    const kind = await catalogueKind(member);
    const header = await columnsOf(member);
    if (kind !== null) catalogue ??= { kind, member };
    else if (has(header, PEOPLE_COLUMNS)) people ??= await peopleFile(member, header);
  }
  return { people, catalogue };
}

/** SUBER's files do not say who described the people; those of `lab people` do. */
async function peopleFile(member: MemberFile, header: readonly string[]): Promise<NonNullable<Files['people']>> {
  const at = header.indexOf('described_by');
  const first = at < 0 ? [] : fieldsOfLine((await firstLines(member))[1] ?? '', ',');
  return { member, ofBooks: header.includes('categories_liked'), describedBy: first[at] ?? '' };
}

async function catalogueKind(member: MemberFile): Promise<CatalogueKind | null> {
  if (has(await columnsOf(member), BOOK_COLUMNS)) return 'books';
  const head = new TextDecoder().decode(await headOf(member));
  if (MOVIE_OBJECT.test(head)) return 'movie-object';
  const objects = await firstObjects(member);
  return objects.some((value) => MOVIE_LINE_KEYS.every((key) => key in value)) ? 'movie-lines' : null;
}

const columnsOf = async (member: MemberFile): Promise<readonly string[]> =>
  fieldsOfLine((await firstLines(member))[0] ?? '', ',');

const has = (columns: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((column) => columns.includes(column));

async function read({ people, catalogue }: Files, reading: Reading): Promise<ImportedTables> {
  const users: readonly User[] = people === null ? [] : await readPeople(people.member, reading);
  const items = catalogue === null ? [] : await READERS[catalogue.kind](catalogue.member, reading);
  const ofBooks = catalogue === null ? people?.ofBooks === true : catalogue.kind === 'books';
  const noun = ofBooks ? 'book' : 'film';
  const own = people !== null && people.describedBy !== '';
  const what = [people === null ? [] : ['people'], catalogue === null ? [] : [`${noun}s`]].flat();
  return {
    manifest: {
      name: `suber-${what.join('-and-')}`,
      title: `${own ? 'Made up' : 'SUBER'}: ${what.join(' and ')}`,
      // People are; a catalogue alone is real.
      synthetic: people !== null,
      description: `${originOf(people)}For simulated ratings: nothing is rated in it.`,
      license: licenseOf(people, catalogue?.kind ?? null),
      itemNoun: noun,
      scale: ofBooks ? { min: 1, max: 5, step: 1 } : { min: 1, max: 10, step: 1 },
    },
    users,
    items,
    interactions: noInteractions(),
    withoutInteractions: true,
  };
}

function originOf(people: Files['people']): string {
  if (people === null) return '';
  if (people.describedBy === '') return 'People that a language model wrote for SUBER. ';
  return `People that were made up and described by ${people.describedBy}. `;
}

function licenseOf(people: Files['people'], kind: CatalogueKind | null): string {
  const ofPeople =
    people?.describedBy === ''
      ? 'People: MIT, SUBER-Team. Cite N. Corecco et al., SUBER, 2024. '
      : 'People: made up, free to use. ';
  const movies =
    'Movies: this product uses the TMDB API but is not endorsed or certified by TMDB; not for commercial use.';
  const books = 'Books: texts of Google Books; terms unclear, not to be passed on.';
  return `${people === null ? '' : ofPeople}${kind === null ? '' : kind === 'books' ? books : movies}`.trim();
}
