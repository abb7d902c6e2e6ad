/** @file Datasets as the terminal finds them: files to import, and those that come with the lab in `datasets/`. */
import { existsSync, openAsBlob } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import { importDataset, type ImportOptions, loadPackagedDataset } from '../data/import/import-dataset.ts';
import { sourceFromBlob, type SourceFile } from '../data/import/source-files.ts';
import { exampleDatasets, type ExampleDatasets } from '../lab/run/example-datasets.ts';
import { WORDS_FOLDER } from '../models/word-table.ts';
import type { SessionOptions } from '../lab/run/session.ts';
import { DATASETS_FOLDER } from './package-files.ts';

/** Imports a file or a folder of files. @throws LabError `file-…` */
export async function importFile(path: string, options: ImportOptions): Promise<Dataset> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  return importDataset(isFolder ? await sourcesInFolder(path) : await sourceOfFile(path, basename(path)), options);
}

async function sourceOfFile(path: string, name: string): Promise<SourceFile> {
  try {
    return sourceFromBlob(name, await openAsBlob(path));
  } catch (cause) {
    throw new LabError('file-invalid', `${path} cannot be opened; give the path of a file.`, { file: path }, { cause });
  }
}

async function sourcesInFolder(folder: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length === 0) throw new LabError('file-empty', `${folder} holds no files.`, { file: folder });
  const start = resolve(folder, '..');
  const nameOf = (path: string): string => relative(start, resolve(path)).split(sep).join('/');
  return Promise.all(paths.sort().map((path) => sourceOfFile(path, nameOf(path))));
}

/** The datasets that examples come from. A name that is not found fails when it is asked for. */
export async function openExamples(
  names: readonly string[],
  files: readonly string[],
  options: ImportOptions & { readonly signal: AbortSignal },
): Promise<ExampleDatasets> {
  const open: Dataset[] = [];
  for (const file of files) open.push(await importFile(file, options));
  const packaged = await packagedNames();
  for (const name of new Set(names)) {
    const isThere = open.some(({ manifest }) => manifest.name === name);
    if (!isThere && packaged.includes(name)) open.push(await loadPackaged(name, options.signal));
  }
  return exampleDatasets(open);
}

export async function packagedNames(): Promise<string[]> {
  const entries = await readdir(DATASETS_FOLDER, { withFileTypes: true });
  const isDataset = ({ name }: { readonly name: string }): boolean =>
    existsSync(join(DATASETS_FOLDER, name, 'manifest.json'));
  return entries.filter((entry) => entry.isDirectory() && isDataset(entry)).map((entry) => entry.name);
}

/** Loads a dataset that comes with the lab. @throws LabError `name-unknown` naming those that there are */
export async function loadPackaged(name: string, signal: AbortSignal): Promise<Dataset> {
  const names = await packagedNames();
  if (!names.includes(name)) {
    const there = `one of ${names.join(', ')}, or a file given with --dataset`;
    throw new LabError('name-unknown', `dataset.name: unknown dataset "${name}"; ${there}.`, { field: 'dataset.name' });
  }
  return loadPackagedDataset((file) => readPackaged(name, file), signal);
}

/** One that comes with the lab by its name, or any other by its path. @throws LabError `name-unknown`, what importing throws */
export async function loadNamed(name: string, signal: AbortSignal): Promise<Dataset> {
  return existsSync(name) || /^https?:/.test(name) ? importFile(name, { signal }) : loadPackaged(name, signal);
}

export const readPackaged = async (name: string, file: string): Promise<Uint8Array> =>
  new Uint8Array(await readFile(join(DATASETS_FOLDER, name, file)));

/** Reads what comes with the lab beside a dataset. A missing file throws LabError `file-invalid`. */
export function packagedFiles({
  manifest: { name },
}: Dataset): Required<Pick<SessionOptions, 'fetchPackaged' | 'fetchWords'>> {
  return {
    async fetchPackaged(file) {
      if (!(await packagedNames()).includes(name) || !existsSync(join(DATASETS_FOLDER, name, file)))
        throw new LabError('file-invalid', `${name} comes without ${file}.`);
      return readPackaged(name, file);
    },
    fetchWords: (file) => readPackaged(WORDS_FOLDER, file),
  };
}
