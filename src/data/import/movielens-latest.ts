/**
 * @file MovieLens since 20M: `ratings.csv`, `movies.csv`, and where they are there `links.csv` and `tags.csv`. A tag says of a
 * film what people called it. Who said it is kept beside the items, for splits to take away, and shown nowhere; when is left out.
 */
import type { Attributes, Item } from '../../core/dataset.ts';
import { tagLists } from '../tags.ts';
import { parseId, parseList, presentAttributes } from './fields.ts';
import type { ImportFormat, ImportedTables } from './format.ts';
import { readInteractions } from './interactions.ts';
import { film, movielensManifest, peopleOf } from './movielens.ts';
import { folderWith, optionalMember, requiredMember, type MemberFile } from './source-files.ts';
import { readTags } from './movielens-tags.ts';
import { readTable, type Reading, type TableShape } from './table.ts';

const MARKS = ['ratings.csv', 'movies.csv'];
const SCALE = { min: 0.5, max: 5, step: 0.5 };
const NO_GENRES = '(no genres listed)';

const csv = (...columns: string[]): TableShape => ({ separator: ',', header: true, encoding: 'utf-8', columns });

interface Files {
  readonly ratings: MemberFile;
  readonly movies: MemberFile;
  readonly links: MemberFile | null;
  readonly tags: MemberFile | null;
}

/** The format of `ml-latest-small.zip`, `ml-latest.zip`, `ml-20m.zip`, `ml-25m.zip` and `ml-32m.zip`. */
export const movielensLatest: ImportFormat = {
  id: 'movielens-latest',
  title: 'MovieLens latest, 20M, 25M and 32M (a zip with ratings.csv and movies.csv)',
  recognises: (members) => folderWith(members, MARKS) !== null,
  open(files) {
    const folder = folderWith(files.members, MARKS) ?? '';
    const found: Files = {
      ratings: requiredMember(files, `${folder}ratings.csv`),
      movies: requiredMember(files, `${folder}movies.csv`),
      links: optionalMember(files, `${folder}links.csv`),
      tags: optionalMember(files, `${folder}tags.csv`),
    };
    return {
      members: Object.values(found).filter((member) => member !== null),
      read: (reading) => read(found, folder, reading),
    };
  },
};

async function read(files: Files, folder: string, reading: Reading): Promise<ImportedTables> {
  const films = await readMovies(files.movies, reading);
  const isItem = (id: number): boolean => films.has(id);
  const links = files.links === null ? new Map<number, Attributes>() : await readLinks(files.links, isItem, reading);
  const tagged = files.tags === null ? null : await readTags(files.tags, isItem, reading);
  const tags = tagged === null ? new Map<number, readonly string[]>() : tagLists(tagged);
  const interactions = await readInteractions(
    {
      member: files.ratings,
      shape: csv('userId', 'movieId', 'rating', 'timestamp'),
      columns: { user: 'userId', item: 'movieId', rating: 'rating', time: 'timestamp' },
      scale: SCALE,
      isUser: () => true,
      isItem,
    },
    reading,
  );
  const items = [...films.values()].map((item): Item => {
    const attributes = { ...item.attributes, ...links.get(item.id), tags: tags.get(item.id) ?? [] };
    return { ...item, attributes: presentAttributes(attributes) };
  });
  return {
    manifest: movielensManifest(folder, 'movielens-latest', SCALE),
    users: peopleOf(interactions),
    items,
    interactions,
    ...(tagged !== null && { tagged }),
  };
}

async function readMovies(member: MemberFile, reading: Reading): Promise<Map<number, Item>> {
  const films = new Map<number, Item>();
  await readTable(member, csv('movieId', 'title', 'genres'), reading, (row) => {
    const id = parseId(row.get('movieId').trim());
    if (id === null) return 'item id is not a number';
    if (films.has(id)) return 'item id repeated: the first counts';
    if (row.get('title').trim() === '') return 'title is empty';
    const genres = parseList(row.get('genres')).filter((genre) => genre !== NO_GENRES);
    films.set(id, film(id, row.get('title'), null, { genres }));
    return null;
  });
  return films;
}

async function readLinks(
  member: MemberFile,
  isItem: (id: number) => boolean,
  reading: Reading,
): Promise<Map<number, Attributes>> {
  const links = new Map<number, Attributes>();
  await readTable(member, csv('movieId', 'imdbId', 'tmdbId'), reading, (row) => {
    const id = parseId(row.get('movieId').trim());
    const imdb = row.get('imdbId').trim();
    const tmdb = row.get('tmdbId').trim();
    if (id === null) return 'item id is not a number';
    if (!isItem(id)) return 'unknown item id';
    if (!/^\d*$/.test(imdb) || !/^\d*$/.test(tmdb)) return 'link is not a number';
    // IMDb writes its numbers with `tt`; MovieLens keeps their zeros and leaves `tt` out.
    links.set(id, { imdb_id: imdb === '' ? '' : `tt${imdb}`, tmdb_id: tmdb });
    return null;
  });
  return links;
}
