/**
 * @file MovieLens 100K (1998): tables without header lines. Left out: the video release date, which no film has, and the
 * address on imdb.com, which no longer leads anywhere.
 */
import type { Item, User } from '../../core/dataset.ts';
import { parseId, presentAttributes } from './fields.ts';
import type { ImportFormat, ImportedTables } from './format.ts';
import { readInteractions } from './interactions.ts';
import { film, movielensManifest, nameOfPerson } from './movielens.ts';
import { folderWith, requiredMember, type MemberFile } from './source-files.ts';
import { readTable, type Reading, type TableShape } from './table.ts';

const MARKS = ['u.data', 'u.item'];
const SCALE = { min: 1, max: 5, step: 1 };
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
// The first "genre" says that the genre is not known.
const UNKNOWN_GENRE = 'unknown';

const fields = (separator: string, ...columns: string[]): TableShape => ({
  separator,
  header: false,
  encoding: 'iso-8859-1',
  columns,
});

type Files = Readonly<Record<'ratings' | 'films' | 'people' | 'genres', MemberFile>>;

/** The format of `ml-100k.zip`. */
export const movielens100k: ImportFormat = {
  id: 'movielens-100k',
  title: 'MovieLens 100K (a zip with u.data, u.item, u.user and u.genre)',
  recognises: (members) => folderWith(members, MARKS) !== null,
  open(files) {
    const folder = folderWith(files.members, MARKS) ?? '';
    const found: Files = {
      ratings: requiredMember(files, `${folder}u.data`),
      films: requiredMember(files, `${folder}u.item`),
      people: requiredMember(files, `${folder}u.user`),
      genres: requiredMember(files, `${folder}u.genre`),
    };
    return { members: Object.values(found), read: (reading) => read(found, folder, reading) };
  },
};

async function read(files: Files, folder: string, reading: Reading): Promise<ImportedTables> {
  const genres = await readGenres(files.genres, reading);
  const films = await readFilms(files.films, genres, reading);
  const people = await readPeople(files.people, reading);
  const interactions = await readInteractions(
    {
      member: files.ratings,
      shape: fields('\t', 'user', 'item', 'rating', 'time'),
      columns: { user: 'user', item: 'item', rating: 'rating', time: 'time' },
      scale: SCALE,
      isUser: (id) => people.has(id),
      isItem: (id) => films.has(id),
    },
    reading,
  );
  const manifest = movielensManifest(folder, 'ml-100k', SCALE);
  return { manifest, users: [...people.values()], items: [...films.values()], interactions };
}

/** The names of the genres in the order of their numbers, which is that of the flags of films. */
async function readGenres(member: MemberFile, reading: Reading): Promise<readonly string[]> {
  const genres: string[] = [];
  await readTable(member, fields('|', 'name', 'number'), reading, (row) => {
    const number = parseId(row.get('number').trim());
    if (number !== genres.length) return 'genre out of order';
    genres.push(row.get('name').trim());
    return null;
  });
  return genres;
}

async function readFilms(
  member: MemberFile,
  genres: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<number, Item>> {
  const films = new Map<number, Item>();
  const flags = genres.map((_, number) => `genre ${number}`);
  await readTable(member, fields('|', 'id', 'title', 'release', 'video', 'address', ...flags), reading, (row) => {
    const id = parseId(row.get('id').trim());
    const release = isoDate(row.get('release').trim());
    if (id === null) return 'item id is not a number';
    if (films.has(id)) return 'item id repeated: the first counts';
    if (row.get('title').trim() === '') return 'title is empty';
    if (release === null) return 'release date is not a date';
    const ofFilm = genres.filter((genre, number) => genre !== UNKNOWN_GENRE && row.get(flags[number] ?? '') === '1');
    const year = release === '' ? null : Number(release.slice(0, 4));
    films.set(id, film(id, row.get('title'), year, { genres: ofFilm, release_date: release }));
    return null;
  });
  return films;
}

/** `01-Jan-1995` as `1995-01-01`; `''` where there is none, null where it is no date. */
function isoDate(text: string): string | null {
  if (text === '') return '';
  const parts = /^(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/.exec(text);
  const month = MONTHS.indexOf(parts?.[2] ?? '') + 1;
  if (parts === null || month === 0) return null;
  return `${parts[3] ?? ''}-${String(month).padStart(2, '0')}-${(parts[1] ?? '').padStart(2, '0')}`;
}

async function readPeople(member: MemberFile, reading: Reading): Promise<ReadonlyMap<number, User>> {
  const people = new Map<number, User>();
  await readTable(member, fields('|', 'id', 'age', 'gender', 'occupation', 'zip'), reading, (row) => {
    const id = parseId(row.get('id').trim());
    const age = parseId(row.get('age').trim());
    if (id === null) return 'user id is not a number';
    if (people.has(id)) return 'user id repeated: the first counts';
    if (age === null) return 'age is not a number';
    const [gender = '', job = '', zip = ''] = ['gender', 'occupation', 'zip'].map((column) => row.get(column).trim());
    people.set(id, { id, name: nameOfPerson(id), attributes: presentAttributes({ age, gender, job, zip }) });
    return null;
  });
  return people;
}
