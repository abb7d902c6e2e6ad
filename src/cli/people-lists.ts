/** @file Lists of jobs, hobbies and categories as SUBER's repository has them: a column each, under a header. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { LabError } from '../core/errors.ts';
import type { CatalogueGenre } from '../environments/people/catalogue-genres.ts';
import type { PeopleLists } from '../environments/people/generate-people.ts';

/** The files of `environment/users/datasets`, and where the categories of books may lie. */
const FILES = { jobs: 'job_list.csv', hobbies: 'hobby_list.csv', childrensHobbies: 'hobby_children.csv' } as const;
const CATEGORIES = [
  'book_categories.csv',
  'categories.csv',
  '../../books/datasets/books_amazon/categories.csv',
] as const;

/** The lists of a folder, and, of books, how often each category is somebody's; SUBER's genres of films are the lab's. */
export interface ReadLists {
  readonly lists: PeopleLists;
  /** Null where the folder has no categories. */
  readonly categories: readonly CatalogueGenre[] | null;
}

/** Reads the lists of a folder. @throws LabError `file-invalid` naming what is missing or empty */
export async function readLists(folder: string): Promise<ReadLists> {
  // One after another, so that the same file is named each time where several are missing.
  const jobs = await namesIn(join(folder, FILES.jobs));
  const hobbies = await namesIn(join(folder, FILES.hobbies));
  const childrensHobbies = await namesIn(join(folder, FILES.childrensHobbies));
  const path = CATEGORIES.map((file) => join(folder, file)).find((file) => existsSync(file));
  const categories = path === undefined ? null : (await rowsOf(path)).flatMap(weighted);
  return { lists: { jobs, hobbies, childrensHobbies }, categories };
}

async function namesIn(file: string): Promise<readonly string[]> {
  const first = (await rowsOf(file)).map(([name = '']) => name.trim().toLowerCase());
  return [...new Set(first.filter((name) => name !== ''))];
}

/** By the square root of how many books have it, as the lab's own: else fiction is everybody's only taste. */
const weighted = ([name = '', count = '']: readonly string[]): readonly CatalogueGenre[] =>
  name.trim() === '' || !(Number(count) > 0)
    ? []
    : [{ name: name.trim().toLowerCase(), weight: Math.sqrt(Number(count)) }];

async function rowsOf(path: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new LabError(
      'file-invalid',
      `${path} cannot be read; --lists is a folder with ${Object.values(FILES).join(', ')}, as SUBER's environment/users/datasets.`,
      { file: path },
      { cause },
    );
  });
  const [, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  if (rows.length > 0) return rows;
  throw new LabError('file-invalid', `${path} lists nothing under its header.`, { file: path });
}
