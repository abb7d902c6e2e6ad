/** @file Generates people and writes them as a file for `environment.peopleOf`, or *People of* on the Simulate page. */
import { existsSync } from 'node:fs';
import { csvLines } from '../core/text/csv-lines.ts';
import { createRandom } from '../core/random.ts';
import { generatePeople, type GeneratedPerson, type PeopleLists } from '../environments/people/generate-people.ts';
import { writePerson } from '../environments/people/write-person.ts';
import { openLanguageModel, type ModelPlaces } from './open-model.ts';
import { writeWhole } from './whole-file.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { LabError } from '../core/errors.ts';
import type { CatalogueGenre } from '../environments/people/lists.ts';

const FILES = { jobs: 'job_list.csv', hobbies: 'hobby_list.csv', childrensHobbies: 'hobby_children.csv' } as const;

const CATEGORIES = [
  'book_categories.csv',
  'categories.csv',
  '../../books/datasets/books_amazon/categories.csv',
] as const;

/** The lists of a folder, and, of books, how often each category is somebody's; SUBER's genres of films are the lab's. */
interface ReadLists {
  readonly lists: PeopleLists;
  readonly categories: readonly CatalogueGenre[] | null;
}

/** Reads the lists of a folder. @throws LabError `file-invalid` naming what is missing or empty */
export async function readLists(folder: string): Promise<ReadLists> {
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

const weighted = ([name = '', count = '']: readonly string[]): readonly CatalogueGenre[] =>
  name.trim() === '' || !(Number(count) > 0)
    ? []
    : [{ name: name.trim().toLowerCase(), weight: Math.sqrt(Number(count)) }];

async function rowsOf(path: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new LabError(
      'file-invalid',
      `${path} cannot be read; lists is a folder with ${Object.values(FILES).join(', ')}, as SUBER's environment/users/datasets.`,
      { file: path },
      { cause },
    );
  });
  const [, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  if (rows.length > 0) return rows;
  throw new LabError('file-invalid', `${path} lists nothing under its header.`, { file: path });
}

export interface PeopleOptions {
  readonly of: 'films' | 'books';
  readonly people: number;
  readonly seed: number;
  /** The language model that describes them; null for templates. */
  readonly model: string | null;
  /** Whether the model chooses their genres too. */
  readonly choosesGenres: boolean;
  readonly places: ModelPlaces;
  /** A folder of SUBER's lists of jobs, hobbies and categories; null for the lab's own. */
  readonly lists: string | null;
  readonly out: string;
}

export interface PeopleSummary {
  readonly file: string;
  readonly people: number;
  readonly describedBy: string;
  /** Of the people, those whom the model described; the others have a template's description. */
  readonly described: number;
  /** Of the people, those whose genres the model chose; the others' were drawn by popularity. */
  readonly chosenGenres: number;
  /** Descriptions that reached their limit and end at their last whole sentence. */
  readonly cut: number;
}

/** Makes people up. @throws LabError `name-unknown`, `spec-invalid`, or what a model throws */
export async function peopleCommand(
  options: PeopleOptions,
  onProgress: (text: string) => void,
): Promise<PeopleSummary> {
  const kind = options.of === 'books' ? 'book' : 'film';
  const random = createRandom(`people ${options.seed}`);
  const read = options.lists === null ? null : await readLists(options.lists);
  const genres = kind === 'book' ? (read?.categories ?? undefined) : undefined;
  const generated = generatePeople(options.people, kind, random, { genres, lists: read?.lists });
  const model = options.model === null ? null : await openLanguageModel(options.model, options.places, onProgress);
  const signal = new AbortController().signal;
  const people: GeneratedPerson[] = [];
  let [described, chosenGenres, cut] = [0, 0, 0];
  for (const [at, one] of generated.entries()) {
    if (model === null) {
      people.push(one);
      continue;
    }
    onProgress(`Describing person ${at + 1} of ${generated.length}`);
    const writing = { model, choosesGenres: options.choosesGenres, random: random.fork(`writing ${at}`), signal };
    const written = await writePerson(one, kind, writing);
    described += Number(written.isDescribed);
    cut += Number(written.isCut);
    chosenGenres += Number(written.hasChosenGenres);
    people.push(written);
  }
  const describedBy = model?.id ?? 'templates';
  writeWhole(options.out, peopleAsCsv(people, kind, describedBy));
  return { file: options.out, people: people.length, describedBy, described, chosenGenres, cut };
}

function peopleAsCsv(people: readonly GeneratedPerson[], kind: 'film' | 'book', describedBy: string): string {
  const tastes = kind === 'film' ? ['genres_liked', 'genres_disliked'] : ['categories_liked', 'categories_disliked'];
  // First, so that an importer finds it whatever lines a description has.
  const columns = ['described_by', 'name', 'gender', ...tastes, 'description', 'age', 'job', 'hobby'];
  const rows = people.map(({ person, taste }) => {
    const { name, gender, description, age, job, hobby } = person;
    const [liked, disliked] = [JSON.stringify(taste.liked), JSON.stringify(taste.disliked)];
    return [describedBy, name, gender, liked, disliked, description, age, job, hobby];
  });
  return csvLines([columns, ...rows]);
}
