/** @file `reproduce` of a folder, as a teacher gets one from a class: each notebook by itself, whatever is wrong with another. */
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError, toLabError } from '../../core/errors.ts';
import type { Command } from '../command.ts';
import { usage } from '../usage.ts';
import { reproduceCommand, type Reproduction } from './reproduce.ts';

type ReproduceCommand = Extract<Command, { readonly type: 'reproduce' }>;

/** What came of one file. */
export type FileReproduction =
  | ({ readonly file: string } & Reproduction)
  | { readonly file: string; readonly outcome: 'refused'; readonly message: string };

/** How many of the files came out how. */
export interface FolderReproduction {
  /** `identical` where all are. */
  readonly outcome: 'identical' | 'different';
  readonly identical: number;
  readonly different: number;
  /** Files that are no notebooks, or carry no digests. */
  readonly refused: number;
}

/** True for the path of a folder. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Reproduces the notebooks of a folder, in the order of their names.
 * @param onFile receives what came of each, as it comes @param onProgress receives lines for people
 * @throws LabError `spec-invalid` for options that take one notebook, `file-empty` where there is no file, `aborted`
 */
export async function reproduceFolder(
  command: ReproduceCommand,
  onFile: (file: FileReproduction) => void,
  onProgress: (text: string) => void,
): Promise<FolderReproduction> {
  const { notebook: folder, stamp, events } = command;
  if (stamp !== null || events !== null) throw usage('--stamp and --events take one notebook, not a folder.');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) throw new LabError('file-empty', `${folder} holds no notebooks.`, { file: folder });
  const counts = { identical: 0, different: 0, refused: 0 };
  for (const file of files) {
    onProgress(file);
    const came = await reproduceFile(command, folder, file, onProgress);
    counts[came.outcome === 'stamped' ? 'refused' : came.outcome] += 1;
    onFile(came);
  }
  return { outcome: counts.identical === files.length ? 'identical' : 'different', ...counts };
}

async function reproduceFile(
  command: ReproduceCommand,
  folder: string,
  file: string,
  onProgress: (text: string) => void,
): Promise<FileReproduction> {
  try {
    return { file, ...(await reproduceCommand({ ...command, notebook: join(folder, file) }, onProgress)) };
  } catch (thrown) {
    const { code, message } = toLabError(thrown);
    if (code === 'aborted') throw thrown;
    return { file, outcome: 'refused', message };
  }
}
