/** @file The formats that can be imported. A further one is a file in this folder and a line here. */
import { LabError } from '../../core/errors.ts';
import { agentRecBench } from './agent-recbench/agent-recbench.ts';
import { amazon } from './amazon/amazon.ts';
import { mappedTable } from './columns/mapped-table.ts';
import { espalier } from './espalier.ts';
import type { ImportFormat } from './format.ts';
import { goodreads } from './goodreads/goodreads.ts';
import { movielens100k } from './movielens-100k.ts';
import { movielensDat } from './movielens-dat.ts';
import { movielensLatest } from './movielens-latest.ts';
import { recbole } from './recbole/recbole.ts';
import { sequences } from './sequences.ts';
import { listed, type SourceFiles } from './source-files.ts';
import { suber } from './suber/suber.ts';
import { yelp } from './yelp/yelp.ts';

/** In the order in which they are tried. */
export const IMPORT_FORMATS: readonly ImportFormat[] = [
  espalier,
  movielensLatest,
  movielens100k,
  movielensDat,
  amazon,
  yelp,
  goodreads,
  agentRecBench,
  recbole,
  suber,
  sequences,
  mappedTable('csv'),
  mappedTable('tsv'),
  mappedTable('json-lines'),
  mappedTable('parquet'),
];

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

/** The first format that knows the files by their names or by how they begin. @throws LabError `file-format-unknown`, and what `recognises` throws */
export async function recognisedFormat(files: SourceFiles): Promise<ImportFormat> {
  for (const format of IMPORT_FORMATS) if (await format.recognises(files.members)) return format;
  const known = IMPORT_FORMATS.map(({ title }) => title).join('; ');
  throw new LabError(
    'file-format-unknown',
    `${files.name} holds ${listed(files.members)}, which is not a known dataset. Known are: ${known}.`,
    { file: files.name, known: IMPORT_FORMATS.map(({ id }) => id) },
  );
}
