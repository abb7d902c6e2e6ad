/**
 * @file Datasets as the terminal finds them: files to import, and those that come with the lab in `datasets/`.
 */
import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Dataset } from '../core/dataset.ts';
import { LabError } from '../core/errors.ts';
import { importDataset, type ImportOptions } from '../data/import/import-dataset.ts';
import { loadPackagedDataset } from '../data/import/packaged-dataset.ts';
import { sourceFromBlob } from '../data/import/source.ts';

const PACKAGED = resolve(import.meta.dirname, '../../datasets');

/** Imports a file. @throws LabError `file-…`, naming the file */
export async function importFile(path: string, options: ImportOptions): Promise<Dataset> {
  let blob: Blob;
  try {
    blob = await openAsBlob(path);
  } catch (cause) {
    throw new LabError('file-invalid', `${path} cannot be opened; give the path of a file.`, { file: path }, { cause });
  }
  return importDataset(sourceFromBlob(basename(path), blob), options);
}

/** Loads a dataset that comes with the lab. @throws LabError `name-unknown` naming those that there are */
export async function loadPackaged(name: string, signal: AbortSignal): Promise<Dataset> {
  const entries = await readdir(PACKAGED, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (!names.includes(name)) {
    const there = `one of ${names.join(', ')}, or a file given with --dataset`;
    throw new LabError('name-unknown', `dataset.name: unknown dataset "${name}"; ${there}.`, { field: 'dataset.name' });
  }
  return loadPackagedDataset(async (file) => new Uint8Array(await readFile(join(PACKAGED, name, file))), signal);
}
