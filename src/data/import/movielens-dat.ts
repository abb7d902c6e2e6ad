/** @file MovieLens 1M (2003) and 10M (2009): tables without header lines, fields between `::`. */
import type { Item, User } from '../../core/dataset.ts';
import { parseId, parseList, presentAttributes } from './fields.ts';
import type { ImportFormat, ImportedTables } from './format.ts';
import { readInteractions } from './interactions.ts';
import { film, movielensManifest, nameOfPerson, peopleOf } from './movielens.ts';
import { folderWith, optionalMember, requiredMember, type MemberFile } from './source-files.ts';
import { readTable, type Reading, type TableShape } from './table.ts';

const MARKS = ['ratings.dat', 'movies.dat'];
const NO_GENRES = '(no genres listed)';
// 1M has people and whole stars, 10M neither.
const SCALE_1M = { min: 1, max: 5, step: 1 };
const SCALE_10M = { min: 0.5, max: 5, step: 0.5 };
// The README of 1M gives what the numbers mean.
const AGES: ReadonlyMap<string, string> = new Map([
  ['1', 'under 18'],
  ['18', '18-24'],
  ['25', '25-34'],
  ['35', '35-44'],
  ['45', '45-49'],
  ['50', '50-55'],
  ['56', '56 and over'],
]);
const JOBS = [
  'other',
  'academic or educator',
  'artist',
  'clerical or administrative',
  'college or graduate student',
  'customer service',
  'doctor or health care',
  'executive or managerial',
  'farmer',
  'homemaker',
  'school student',
  'lawyer',
  'programmer',
  'retired',
  'sales or marketing',
  'scientist',
  'self-employed',
  'technician or engineer',
  'tradesman or craftsman',
  'unemployed',
  'writer',
];

interface Files {
  readonly ratings: MemberFile;
  readonly movies: MemberFile;
  readonly people: MemberFile | null;
}

/** The format of `ml-1m.zip` and `ml-10m.zip`. */
export const movielensDat: ImportFormat = {
  id: 'movielens-1m',
  title: 'MovieLens 1M and 10M (ratings.dat and movies.dat)',
  recognises: (members) => folderWith(members, MARKS) !== null,
  open(files) {
    const folder = folderWith(files.members, MARKS) ?? '';
    const found: Files = {
      ratings: requiredMember(files, `${folder}ratings.dat`),
      movies: requiredMember(files, `${folder}movies.dat`),
      people: optionalMember(files, `${folder}users.dat`),
    };
    return {
      members: Object.values(found).filter((member) => member !== null),
      read: (reading) => read(found, folder, reading),
    };
  },
};

async function read(files: Files, folder: string, reading: Reading): Promise<ImportedTables> {
  const is1m = files.people !== null;
  const scale = is1m ? SCALE_1M : SCALE_10M;
  const shape = (...columns: string[]): TableShape => ({
    separator: '::',
    header: false,
    encoding: is1m ? 'iso-8859-1' : 'utf-8',
    columns,
  });
  const films = await readFilms(files.movies, shape('id', 'title', 'genres'), reading);
  const people = files.people === null ? null : await readPeople(files.people, shape, reading);
  const interactions = await readInteractions(
    {
      member: files.ratings,
      shape: shape('user', 'item', 'rating', 'time'),
      columns: { user: 'user', item: 'item', rating: 'rating', time: 'time' },
      scale,
      isUser: (id) => people?.has(id) ?? true,
      isItem: (id) => films.has(id),
    },
    reading,
  );
  return {
    manifest: movielensManifest(folder, is1m ? 'ml-1m' : 'ml-10m', scale),
    users: people === null ? peopleOf(interactions) : [...people.values()],
    items: [...films.values()],
    interactions,
  };
}

async function readFilms(member: MemberFile, shape: TableShape, reading: Reading): Promise<ReadonlyMap<number, Item>> {
  const films = new Map<number, Item>();
  await readTable(member, shape, reading, (row) => {
    const id = parseId(row.get('id').trim());
    if (id === null) return 'item id is not a number';
    if (films.has(id)) return 'item id repeated: the first counts';
    if (row.get('title').trim() === '') return 'title is empty';
    const genres = parseList(row.get('genres')).filter((genre) => genre !== NO_GENRES);
    films.set(id, film(id, row.get('title'), null, { genres }));
    return null;
  });
  return films;
}

async function readPeople(
  member: MemberFile,
  shape: (...columns: string[]) => TableShape,
  reading: Reading,
): Promise<ReadonlyMap<number, User>> {
  const people = new Map<number, User>();
  await readTable(member, shape('id', 'gender', 'age', 'job', 'zip'), reading, (row) => {
    const id = parseId(row.get('id').trim());
    const ageGroup = AGES.get(row.get('age').trim());
    const job = JOBS[parseId(row.get('job').trim()) ?? -1];
    if (id === null) return 'user id is not a number';
    if (people.has(id)) return 'user id repeated: the first counts';
    if (ageGroup === undefined) return 'age is not one of the groups';
    if (job === undefined) return 'job is not one of the list';
    const [gender, zip] = [row.get('gender').trim(), row.get('zip').trim()];
    people.set(id, {
      id,
      name: nameOfPerson(id),
      attributes: presentAttributes({ age_group: ageGroup, gender, job, zip }),
    });
    return null;
  });
  return people;
}
