/** @file The formats that can be imported. A further one is a file in this folder and a line here. */
import { LabError } from '../../core/errors.ts';
import { espalier } from './espalier.ts';
import type { ImportFormat } from './format.ts';
import { movielens100k } from './movielens-100k.ts';
import { movielensLatest } from './movielens-latest.ts';
import { listed, type SourceFiles } from './source-files.ts';

/** In the order in which they are tried. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [espalier, movielensLatest, movielens100k];

/** The format of a name. @throws LabError `name-unknown`, with the names that there are */
export function formatNamed(name: string): ImportFormat {
  const format = IMPORT_FORMATS.find(({ id }) => id === name);
  if (format !== undefined) return format;
  const known = IMPORT_FORMATS.map(({ id }) => id);
  throw new LabError(
    'name-unknown',
    `There is no import format ${JSON.stringify(name)}; there are ${known.join(', ')}.`,
    {
      name,
      known,
    },
  );
}

/** The format that the names of the files show. @throws LabError `file-format-unknown` */
export function recognisedFormat(files: SourceFiles): ImportFormat {
  const format = IMPORT_FORMATS.find((candidate) => candidate.recognises(files.members));
  if (format !== undefined) return format;
  const known = IMPORT_FORMATS.map(({ title }) => title).join('; ');
  throw new LabError(
    'file-format-unknown',
    `${files.name} holds ${listed(files.members)}, which is no known dataset. Known are: ${known}.`,
    { file: files.name, known: IMPORT_FORMATS.map(({ id }) => id) },
  );
}
