/** @file Small zips in the shapes of MovieLens, and what they become. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Dataset } from '../../../src/core/dataset.ts';
import { LabError } from '../../../src/core/errors.ts';
import { importDataset, type ImportOptions } from '../../../src/data/import/import-dataset.ts';
import { sourceFromBytes } from '../../../src/data/import/source-files.ts';

/** Tables by path; texts are written as UTF-8. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

const DATE = '2020-01-01T00:00:00';

export function zip(files: Files, level: 0 | 6 = 6): Uint8Array {
  const members: Zippable = {};
  for (const [path, content] of Object.entries(files)) {
    members[path] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(members, { level, mtime: DATE });
}

/** ISO-8859-1 bytes. */
export const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Three people and four films, as ml-latest-small is written: CRLF. */
export const LATEST: Files = {
  'ml-tiny/links.csv': 'movieId,imdbId,tmdbId\r\n1,0114709,862\r\n2,0113497,\r\n3,0113228,862\r\n4,,\r\n',
  'ml-tiny/movies.csv':
    'movieId,title,genres\r\n' +
    '1,Toy Story (1995),Adventure|Animation\r\n' +
    '2,"American President, The (1995) ",Comedy\r\n' +
    '3,Black Mirror,(no genres listed)\r\n' +
    '4,"Death Note: Desu nôto (2006–2007)",Thriller\r\n',
  'ml-tiny/ratings.csv':
    'userId,movieId,rating,timestamp\r\n1,1,4.0,100\r\n1,2,0.5,100\r\n2,1,5.0,90\r\n3,3,3.5,80\r\n3,1,2.0,81\r\n',
  'ml-tiny/tags.csv':
    'userId,movieId,tag,timestamp\r\n1,1,Pixar,5\r\n2,1,fun,6\r\n3,1,pixar,7\r\n1,2,"wit, charm",8\r\n2,3,PIXAR,9\r\n',
};

const FLAGS = 19;

/** A line of `u.item`. */
export const filmLine = (id: number, title: string, date: string, ...genres: readonly number[]): string =>
  [id, title, date, '', '', ...Array.from({ length: FLAGS }, (_, genre) => (genres.includes(genre) ? 1 : 0))].join('|');

const GENRES =
  'unknown Action Adventure Animation Children Comedy Crime Documentary Drama Fantasy Noir Horror Musical Mystery Romance SciFi Thriller War Western';

/** Two people and three films, as ml-100k is written: ISO-8859-1, no header lines, empty lines at the end of u.genre. */
export const HUNDRED_K: Files = {
  'ml-100k/u.data': '1\t1\t5\t100\n1\t2\t3\t100\n2\t1\t1\t200\n2\t267\t2\t50\n',
  'ml-100k/u.genre': `${GENRES.split(' ')
    .map((name, number) => `${name}|${number}`)
    .join('\n')}\n\n`,
  'ml-100k/u.item': latin1(
    [
      filmLine(1, 'Misérables, Les (1995)', '01-Jan-1995', 8),
      filmLine(2, 'Land Before Time III (1995) (V)', '09-Feb-1996', 3, 4),
      filmLine(267, 'unknown', '', 0),
      '',
    ].join('\n'),
  ),
  'ml-100k/u.user': '1|24|M|technician|85711\n2|53|F|other|T8H1N\n',
};

type Options = Partial<ImportOptions> & { readonly name?: string };

export function importBytes(bytes: Uint8Array, { name = 'test.zip', ...options }: Options = {}): Promise<Dataset> {
  return importDataset(sourceFromBytes(name, bytes), { signal: new AbortController().signal, ...options });
}

export const importFiles = (files: Files, options?: Options): Promise<Dataset> => importBytes(zip(files), options);

/** The `LabError` that it fails with; anything else, and not failing, is a failure of the test. */
export async function labErrorOf(work: Promise<unknown>): Promise<LabError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof LabError) return thrown;
    throw thrown;
  }
  throw new Error('It did not fail.');
}
